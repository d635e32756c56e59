//! XML as a tree of elements.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// Levels of elements that are read.
const MAX_DEPTH: usize = 1_000;

/// An element. Prefixes of names are dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
    pub(super) children: Vec<Self>,
    pub(super) text: String,
}

impl Element {
    /// The first child of a name.
    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The text of the first child of a name.
    pub(super) fn text_of(&self, name: &str) -> Option<&str> {
        self.child(name).map(|child| child.text.as_str())
    }

    /// This element or the first below it that has a name.
    pub(super) fn find(&self, name: &str) -> Option<&Self> {
        if self.name == name {
            return Some(self);
        }
        self.children.iter().find_map(|child| child.find(name))
    }
}

/// The root element of an XML text.
///
/// # Errors
/// What is wrong with the text.
pub(super) fn read(text: &str) -> Result<Element, String> {
    let broken = |fault: String| format!("it is no XML: {fault}");
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = vec![Element::default()];
    loop {
        let event = reader
            .read_event()
            .map_err(|fault| broken(fault.to_string()))?;
        let Some(inner) = open.last_mut() else {
            return Err(broken("an element ends that did not begin".to_owned()));
        };
        match event {
            Event::Start(start) => {
                if open.len() > MAX_DEPTH {
                    return Err(broken(format!("it nests deeper than {MAX_DEPTH} levels")));
                }
                open.push(element(&start).map_err(broken)?);
            }
            Event::Empty(start) => inner.children.push(element(&start).map_err(broken)?),
            Event::End(_) => {
                let closed = open.pop().unwrap_or_default();
                match open.last_mut() {
                    Some(parent) => parent.children.push(closed),
                    None => return Err(broken("an element ends that did not begin".to_owned())),
                }
            }
            Event::Text(text) => {
                let text = text
                    .xml10_content()
                    .map_err(|fault| broken(fault.to_string()))?;
                inner.text.push_str(&text);
            }
            Event::CData(text) => {
                let text = text
                    .xml10_content()
                    .map_err(|fault| broken(fault.to_string()))?;
                inner.text.push_str(&text);
            }
            Event::GeneralRef(reference) => {
                let resolved = reference
                    .resolve_char_ref()
                    .map_err(|fault| broken(fault.to_string()))?;
                match resolved {
                    Some(letter) => inner.text.push(letter),
                    None => {
                        let name = reference
                            .decode()
                            .map_err(|fault| broken(fault.to_string()))?;
                        let known = quick_xml::escape::resolve_xml_entity(&name)
                            .ok_or_else(|| broken(format!("`&{name};` is not known")))?;
                        inner.text.push_str(known);
                    }
                }
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
    match open.pop() {
        Some(mut top) if open.is_empty() && !top.children.is_empty() => Ok(top.children.remove(0)),
        Some(_) if open.is_empty() => Err(broken("there is no element".to_owned())),
        _ => Err(broken("an element does not end".to_owned())),
    }
}

fn element(start: &BytesStart<'_>) -> Result<Element, String> {
    let local = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    let attributes = start
        .attributes()
        .map(|attribute| {
            let attribute = attribute.map_err(|fault| fault.to_string())?;
            let value = quick_xml::escape::unescape(&String::from_utf8_lossy(&attribute.value))
                .map_err(|fault| fault.to_string())?
                .into_owned();
            Ok((local(attribute.key.as_ref()), value))
        })
        .collect::<Result<_, String>>()?;
    Ok(Element {
        name: local(start.local_name().as_ref()),
        attributes,
        ..Element::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_texts_and_references_are_read() {
        let root = read(
            "<?xml version=\"1.0\"?>\n<s:a xmlns:s=\"u\"><b k=\"v&amp;w\">1 &lt; 2 &#38; 3</b><c/><![CDATA[<x>]]></s:a>",
        )
        .unwrap();
        assert_eq!(root.name, "a");
        assert_eq!(root.text, "<x>");
        let b = root.child("b").unwrap();
        assert_eq!(b.text, "1 < 2 & 3");
        assert_eq!(b.attributes, [("k".to_owned(), "v&w".to_owned())]);
        assert_eq!(root.text_of("c"), Some(""));
        assert!(root.find("c").is_some());
    }

    #[test]
    fn what_is_no_xml_is_told() {
        for text in ["", "oops", "<a>", "<a></b>", "</a>", "<a>&nope;</a>"] {
            let fault = read(text).unwrap_err();
            assert!(fault.starts_with("it is no XML"), "{text}: {fault}");
        }
        let deep = "<a>".repeat(100_000);
        assert!(read(&deep).unwrap_err().contains("deeper"));
    }
}
