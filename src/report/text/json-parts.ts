import type { z } from 'zod';
import type { Judge, Location, ReportNotice, Scope } from '../../model/index.ts';
import type { location, notice, ruleset, scope } from './json-v1-parts.ts';

// The public form of the parts that all reports share. Each key is named here, so that a change of the internal type
// cannot leak out.

type PublicLocation = z.infer<typeof location>;

export function toLocation({ start, end }: Location): PublicLocation {
  return {
    start: { line: start.line, column: start.column, offset: start.offset },
    end: { line: end.line, column: end.column, offset: end.offset },
  };
}

export function toRuleset(judge: Judge): z.infer<typeof ruleset> {
  return {
    side: judge.side,
    sources: [...judge.sources],
    commit: judge.commit ?? null,
    hash: judge.hash,
    rules: judge.rules,
    notApplied: judge.notApplied.map(({ rule, reason, exception }) => ({
      ...{ rule, reason },
      ...(exception && { exception }),
    })),
  };
}

export function toScope({ kind, event, base, head }: Scope): z.infer<typeof scope> {
  return { kind, event, base: base ?? null, head: head ?? null };
}

export function toNotice({ level, message, path, location, paths }: ReportNotice): z.infer<typeof notice> {
  return {
    level,
    message,
    path: path ?? null,
    location: location === undefined ? null : toLocation(location),
    ...(paths && { paths: [...paths] }),
  };
}
