import type { Judge, Location, Notice, Scope } from '../model/index.ts';
import type { ReportV1 } from './json-v1.ts';

// The public form of what all reports share. Each key is named here, so that a change of the inner type cannot leak out.

type PublicLocation = NonNullable<ReportV1['notices'][number]['location']>;

export function toLocation({ start, end }: Location): PublicLocation {
  return {
    start: { line: start.line, column: start.column, offset: start.offset },
    end: { line: end.line, column: end.column, offset: end.offset },
  };
}

export function toRuleset(judge: Judge): ReportV1['rulesets'][number] {
  return {
    side: judge.side,
    sources: [...judge.sources],
    commit: judge.commit ?? null,
    hash: judge.hash,
    rules: judge.rules,
    notApplied: judge.notApplied.map(({ rule, reason }) => ({ rule, reason })),
  };
}

export function toScope({ kind, event, base, head }: Scope): ReportV1['scope'] {
  return { kind, event, base: base ?? null, head: head ?? null };
}

export function toNotice({ level, message, path, location }: Notice): ReportV1['notices'][number] {
  return { level, message, path: path ?? null, location: location === undefined ? null : toLocation(location) };
}
