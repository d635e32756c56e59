//! What holds objects: folders, and folders under others.

use super::super::{FolderStore, ObjectStore, OverlayStore, StoreError};
use std::fs;
use std::io::{Read, Write};

#[test]
fn a_folder_stands_for_s3() {
    let folder = tempfile::tempdir().unwrap();
    for (path, content) in [
        ("b/a-b", "1"),
        ("b/a/z", "22"),
        ("b/a/b/c", "333"),
        ("b/a0", ""),
        ("b/é", ""),
        ("other/x", ""),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    let store = FolderStore::new(folder.path());
    let keys = |prefix: &str| -> Vec<(String, u64)> {
        let listed = store.list("b", prefix).unwrap();
        listed
            .map(|object| object.unwrap())
            .map(|object| (object.key, object.size))
            .collect()
    };
    // In the order of bytes `-` comes before `/`, and `0` after it.
    let all = [("a-b", 1), ("a/b/c", 3), ("a/z", 2), ("a0", 0), ("é", 0)];
    assert_eq!(keys(""), all.map(|(key, size)| (key.to_owned(), size)));
    assert_eq!(keys("a/b"), [("a/b/c".to_owned(), 3)]);
    assert_eq!(keys("a/"), [("a/b/c".to_owned(), 3), ("a/z".to_owned(), 2)]);
    assert_eq!(keys("b"), []);
    let mut content = String::new();
    store
        .open("b", "a/b/c")
        .unwrap()
        .read_to_string(&mut content)
        .unwrap();
    assert_eq!(content, "333");
}

#[test]
fn a_folder_keeps_to_itself() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("s3/b/a")).unwrap();
    fs::write(folder.path().join("secret"), "x").unwrap();
    let store = FolderStore::new(folder.path().join("s3"));
    assert!(store.list("c", "").is_err());
    for key in [
        "",
        "/etc/passwd",
        "../../secret",
        "a/../../secret",
        "a//b",
        "a/",
        "./a",
        "a\\..\\b",
        "a\0",
    ] {
        let fault = store.open("b", key).err();
        assert!(
            matches!(fault, Some(StoreError::Key { .. })),
            "{key:?}: {fault:?}"
        );
        assert!(store.create("b", key).is_err(), "{key:?}");
    }
    for bucket in ["", ".", "..", "../s3", "/", "b/a", ".git"] {
        let fault = store.open(bucket, "a").err();
        assert!(
            matches!(fault, Some(StoreError::BucketName { .. })),
            "{bucket:?}: {fault:?}"
        );
    }
    assert!(matches!(
        store.open("b", "a").err(),
        Some(StoreError::NoSuchKey { .. })
    ));
    assert!(matches!(
        store.open("c", "a").err(),
        Some(StoreError::NoSuchBucket { .. })
    ));
}

#[test]
fn an_object_is_there_when_it_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("b")).unwrap();
    let store = FolderStore::new(folder.path());
    let count = || store.list("b", "").unwrap().count();
    let files = || fs::read_dir(folder.path().join("b/x")).unwrap().count();
    let mut writer = store.create("b", "x/y").unwrap();
    writer.write_all(b"12").unwrap();
    assert_eq!((count(), files()), (0, 1));
    drop(writer);
    assert_eq!((count(), files()), (0, 0));
    let mut writer = store.create("b", "x/y").unwrap();
    writer.write_all(b"12").unwrap();
    writer.finish().unwrap();
    assert_eq!((count(), files()), (1, 1));
    assert_eq!(fs::read(folder.path().join("b/x/y")).unwrap(), b"12");
}

#[test]
fn an_overlay_changes_nothing_below() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("b")).unwrap();
    for name in ["1", "3"] {
        fs::write(folder.path().join("b").join(name), "below").unwrap();
    }
    let store = OverlayStore::new(FolderStore::new(folder.path()));
    for key in ["2", "3", "4"] {
        let mut writer = store.create("b", key).unwrap();
        writer.write_all(b"above!").unwrap();
        writer.finish().unwrap();
    }
    let listed = store.list("b", "").unwrap();
    let listed: Vec<_> = listed
        .map(|object| object.unwrap())
        .map(|object| (object.key, object.size))
        .collect();
    let expected = [("1", 5), ("2", 6), ("3", 6), ("4", 6)];
    assert_eq!(listed, expected.map(|(key, size)| (key.to_owned(), size)));
    let read = |key: &str| {
        let mut content = String::new();
        store
            .open("b", key)
            .unwrap()
            .read_to_string(&mut content)
            .unwrap();
        content
    };
    assert_eq!(
        (read("1").as_str(), read("3").as_str()),
        ("below", "above!")
    );
    assert_eq!(fs::read_dir(folder.path().join("b")).unwrap().count(), 2);
    store.create("new", "x").unwrap().finish().unwrap();
    assert_eq!(store.list("new", "").unwrap().count(), 1);
    assert!(!folder.path().join("new").exists());
}
