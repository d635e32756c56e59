// Measures jsonata-js on the cases of cases.json: microseconds, the best of several rounds.
// Run it through peers.sh, which installs the package.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const jsonata = createRequire(process.cwd() + '/')('jsonata');
const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url)));

const small = {
  input: {
    user: { name: 'Ada', tier: 'gold' },
    text: 'a banana and an aardvark walk into a bar',
    order: {
      id: 'o-1', status: 'OPEN', attempts: 2,
      lines: [1, 2, 3].map((at) => ({ sku: `S-${at}`, price: at + 0.25, qty: at })),
    },
  },
};
const items10k = {
  input: {
    items: Array.from({ length: 10000 }, (_, at) => {
      const scrambled = (at * 7919) % 10007;
      return {
        id: `item-${at}`, name: `name ${scrambled}`, category: `category ${at % 20}`,
        status: at % 3 === 0 ? 'OPEN' : 'DONE', price: (scrambled % 100) + 0.5, qty: at % 7,
        address: { region: `region ${at % 5}`, street: `${at} Long Street` },
      };
    }),
  },
};

async function best(run, budget) {
  let least = Infinity;
  const end = performance.now() + budget;
  do {
    const rounds = least > 1000 ? 1 : 50;
    const start = process.cpuUsage();
    for (let round = 0; round < rounds; round++) await run();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / rounds);
  } while (performance.now() < end);
  return least;
}

for (const [set, data] of Object.entries({ small, items10k })) {
  for (const [name, text] of Object.entries(cases[set])) {
    const expression = jsonata(text);
    const evaluate = await best(() => expression.evaluate(undefined, { states: data }), 2000);
    const parse = await best(() => jsonata(text), 500);
    console.log(`${name}\teval ${evaluate.toFixed(2)}\tparse ${parse.toFixed(2)}`);
  }
}
