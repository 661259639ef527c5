import { type GateResult, type Results, sum } from './results.ts';

const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(1).replace(/\.0$/, '')} %`;

function gateRow({ name, version, dialects, writes, bypasses, reads, refused }: GateResult): string {
  const passed = sum(bypasses);
  const lost = sum(refused);
  const languages = dialects.length > 2 ? 'all' : 'MySQL, MariaDB';
  return `| ${name} ${version} | ${languages} | ${passed} of ${writes} | ${lost} of ${reads} (${percent(lost, reads)}) |`;
}

function kindRows({ kinds }: Results, isWrite: boolean): string {
  const found = kinds.filter(({ expected }) => (expected === 'not') === isWrite);
  return found.map(({ kind, why, rows }) => `| ${kind} | ${why} | ${rows} |`).join('\n');
}

function bypassRow({ name, bypasses }: GateResult): string {
  const kinds = Object.entries(bypasses).sort((a, b) => b[1] - a[1]);
  return `| ${name} | ${kinds.length === 0 ? 'nothing' : kinds.map(([kind, count]) => `${kind} ${count}`).join(', ')} |`;
}

/** docs/guard.md. */
export function guardPage(results: Results): string {
  const { rows, dialects, gates } = results;
  const counts = Object.entries(dialects).map(([dialect, count]) => `${count} of \`${dialect}\``);
  return `<!-- Written by \`npm run bench -- guard\`. -->
# What passes a gate for programs

Programs that write SQL, such as coding agents and assistants, should read and nothing else. Here is how well
[\`querygate:read-only@1\`](packs/read-only.md), [\`querygate:tables@1\`](packs/tables.md) and the checks of other packages hold
them to it, on ${rows.toLocaleString('en')} statements: ${counts.join(', ')}.

| check | dialects | what does more than read passes | reads are refused |
|---|---|---|---|
${gates.map(gateRow).join('\n')}

For \`tables\`, reads of tables that are not listed count as statements to refuse.

How we count:

- We wrote the statements, from public advisories, from what the tests of other gates cover, and from attacks on our own; most of
  them before the code. So read [the corpus](../bench/guard/corpus/) before you rely on the numbers, and
  [tell us](../SECURITY.md) what gets through.
- A statement passes if the check lets its text run. For Querygate, what is not understood or not decided is refused.
- Only the check of the text is measured. Some packages also open a read-only transaction, which stops writes to tables, and
  neither files of the server, nor sequences in every case, advisory locks, settings, waiting or other servers. Do the same beside
  Querygate: each page of a pack has a role for it.
- The functions, operators and types of the application in the corpus are listed in the rulesets, as a user would do it.
- What a read costs is not judged: set \`statement_timeout\`, or \`max_execution_time\`.

## What passes

| check | what passes, by kind |
|---|---|
${gates.map(bypassRow).join('\n')}

## The statements to refuse

| kind | what it is | statements |
|---|---|---|
${kindRows(results, true)}

## The reads

Reads of tables that are not listed must pass \`read-only\`, unless a string names the table, and must not pass \`tables\`.

| kind | what it is | statements |
|---|---|---|
${kindRows(results, false)}

## Measure it yourself

\`\`\`sh
npm run bench -- guard         # installs the other packages into a temporary folder
npm run bench -- guard --own   # Querygate only
\`\`\`

A test of Querygate also calls every function of a real PostgreSQL once, if \`read-only\` lets the call pass, and compares the
session after each call and the whole server after all.
`;
}
