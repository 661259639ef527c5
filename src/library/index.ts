import { fileJudge, type JudgedFile, judgeFile, wholeFileFinding } from '../check/index.ts';
import { ConfigError, dayOf, type Finding, fails, type Judge, parseServerVersion, verdictOf } from '../model/index.ts';
import { contextOfBase } from '../repository/index.ts';
import { decodeSql } from '../sql/index.ts';
import type * as api from './api.d.ts';
import { readerOf, readOptions, rulesetOf } from './inputs.ts';

// The package as a library. It wires the engine up: text and options in, report out.

export const check: typeof api.check = async (sql, options) => {
  if (typeof sql !== 'string' && !(sql instanceof Uint8Array))
    throw new ConfigError('the SQL must be a string or a Uint8Array');
  const { path = '-', failOn = 'block', onUnknown = 'fail', caller, ...given } = readOptions(options);
  const judging = { side: 'only' as const, ruleset: await rulesetOf(given.ruleset) };
  const judge = async (text: string): Promise<JudgedFile> => {
    const {
      dialect,
      baseText,
      baseSql,
      tool,
      runBy,
      transaction,
      suppressions = 'on',
      today = dayOf(new Date()),
    } = given;
    const context = baseSql === undefined ? undefined : contextOfBase(text, path, dialect, baseSql);
    const task = { path, status: baseText === undefined ? 'given' : 'modified', text, baseText, context } as const;
    const serverVersion = given.serverVersion === undefined ? undefined : parseServerVersion(given.serverVersion);
    const file = { dialect, tool, runBy, transaction, serverVersion, caller };
    const own = { rulesets: [judging], headDecides: false, baseline: new Set<string>() };
    return judgeFile(await readerOf(dialect), task, { ...own, failOn, suppressions, file, today });
  };
  const decoded = typeof sql === 'string' ? { text: sql, note: undefined } : decodeSql(sql);
  const judged =
    decoded.text === undefined
      ? { statements: 0, findings: [wholeFileFinding(path, decoded.reason)], suppressions: [], notices: [] }
      : await judge(decoded.text);
  const note = decoded.text === undefined ? undefined : decoded.note;
  const policy = { failOn, onUnknown, findings: 'new' } as const;
  return {
    passed: !judged.findings.some((finding) => fails(finding, policy)),
    verdict: verdictOf(judged.findings, policy),
    statements: judged.statements,
    findings: judged.findings.map(findingOf),
    suppressions: judged.suppressions.map(({ location, rules, reason, until, state }) => ({
      ...{ location, rules, reason, until, state },
    })),
    notices: [
      ...(note === undefined ? [] : [{ level: 'notice' as const, message: note, location: undefined }]),
      ...judged.notices.map(({ level, message, location }) => ({ level, message, location })),
    ],
    ruleset: rulesetReportOf(fileJudge(judging, caller !== undefined)),
  };
};

/** Public fields only: the engine's findings have more, which may change. */
function findingOf(finding: Finding): api.Finding {
  const { rule, verdict, status, path, location, excerpt, operation } = finding;
  const { message, help, owner, suppressible, exemption, fingerprint } = finding;
  return {
    ...{ rule, verdict, status, path, location, excerpt, operation },
    ...{ message, help, owner, suppressible, exemption, fingerprint },
  };
}

function rulesetReportOf({ sources, hash, rules, notApplied }: Judge): api.Ruleset {
  return { sources, hash, rules, notApplied };
}

export const rules: typeof api.rules = async (ruleset) => {
  const loaded = await rulesetOf(ruleset);
  return loaded.rules.map(({ id, verdict, operations, condition, description, help, owner, suppressible, source }) => ({
    ...{ id, verdict, operations, when: condition?.text, description, help: help.default, owner, suppressible, source },
  }));
};
