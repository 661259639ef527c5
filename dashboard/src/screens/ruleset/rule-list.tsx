import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Answer } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { counted, integer } from '../../format/number.ts';
import { relative } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { SearchField } from '../../ui/field.tsx';
import { ChoiceFilter, FilterBar } from '../../ui/filters.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Failure, Loading, NoMatch } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { RuleDrawer } from './rule-drawer.tsx';
import { placeName, RuleVerdict } from './rule-place.tsx';
import styles from './ruleset.module.css';

type ActiveRule = Answer<'listRules'>['rules'][number];

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const DAYS = { 1: '24 hours', 7: '7 days', 30: '30 days' } as const;
type Days = keyof typeof DAYS;
const DEFAULT_DAYS = 7;
const VERDICTS = ['block', 'warn', 'off'] as const;

interface RulesSearch {
  readonly search?: string | undefined;
  readonly verdict?: string | undefined;
  readonly source?: string | undefined;
  readonly days?: string | undefined;
  readonly sort?: string | undefined;
  readonly rule?: string | undefined;
}

/** All rules in force, and how often each fired. */
export function RuleList({
  workspace,
  reads,
}: {
  readonly workspace: string;
  /** Whether the user can read queries. */
  readonly reads: boolean;
}): ReactNode {
  const search: RulesSearch = useSearch({ from: '/signed-in/w/$workspace/ruleset' });
  const navigate = useNavigate({ from: '/w/$workspace/ruleset' });
  const set = useCallback(
    (changed: RulesSearch) =>
      void navigate({ search: (earlier) => ({ ...earlier, ...changed }), replace: true, resetScroll: false }),
    [navigate],
  );
  const days = daysOf(search);
  const [opened] = useState(() => Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS);
  const [from, to] = [opened - days * DAY_MS, opened].map((at) => new Date(at).toISOString());
  const { data, error, refetch } = useCall('listRules', { path: { workspace }, query: { from, to } });
  const rules = data?.rules ?? [];
  const shown = rules.filter((rule) => matches(rule, search));
  const byFirings = search.sort === 'fired';
  const items = byFirings ? shown.toSorted((a, b) => (b.fired?.calls ?? 0) - (a.fired?.calls ?? 0)) : shown;
  const columns = useMemo(
    () =>
      columnsOf((rule) => set({ rule }), {
        fired: reads ? `Fired in ${DAYS[days]}` : undefined,
        byFirings,
        onSort: () => set({ sort: byFirings ? undefined : 'fired' }),
      }),
    [reads, days, byFirings, set],
  );
  const at = items.findIndex(({ rule }) => rule === search.rule);
  const step = (to: number) => {
    const next = items[to];
    return next ? () => set({ rule: next.rule }) : undefined;
  };
  const open = rules.find(({ rule }) => rule === search.rule);
  return (
    <>
      <Filters search={search} set={set} rules={rules} days={reads ? days : undefined} />
      <Card flush footer={data && <Counts rules={rules} shown={items.length} />}>
        {error && <Failure what="Could not load the rules." error={error} retry={refetch} />}
        {!data && !error && <Loading />}
        {items.length > 0 && (
          <DataTable
            label="Rules in force"
            columns={columns}
            items={items}
            idOf={({ rule }) => rule}
            selected={search.rule}
            onOpen={({ rule }) => set({ rule })}
          />
        )}
        {data && items.length === 0 && (
          <NoMatch
            what="rule"
            filters={filterNames(search)}
            onClear={() => set({ search: undefined, verdict: undefined, source: undefined })}
          />
        )}
      </Card>
      {open && (
        <RuleDrawer
          workspace={workspace}
          rule={open}
          times={{ from, to }}
          onClose={() => set({ rule: undefined })}
          onPrevious={at === -1 ? undefined : step(at - 1)}
          onNext={at === -1 ? undefined : step(at + 1)}
        />
      )}
    </>
  );
}

function daysOf({ days }: RulesSearch): Days {
  return days !== undefined && Object.hasOwn(DAYS, days) ? (Number(days) as Days) : DEFAULT_DAYS;
}

interface FiltersProps {
  readonly search: RulesSearch;
  readonly set: (changed: RulesSearch) => void;
  readonly rules: readonly ActiveRule[];
  /** The time in which firings are counted; undefined for users who cannot read queries. */
  readonly days: Days | undefined;
}

function Filters({ search, set, rules, days }: FiltersProps): ReactNode {
  return (
    <FilterBar>
      <SearchField
        label="Search rules"
        value={search.search ?? ''}
        onText={(text) => set({ search: text || undefined })}
      />
      <ChoiceFilter
        label="Verdict"
        value={VERDICTS.find((each) => each === search.verdict)}
        choices={VERDICTS.map((value) => ({ value, label: value }))}
        onValue={(verdict) => set({ verdict })}
      />
      <ChoiceFilter
        label="Source"
        value={search.source}
        choices={[...new Set(rules.map(({ source }) => source))].map((value) => ({
          value,
          label: <code>{value}</code>,
        }))}
        onValue={(source) => set({ source })}
      />
      {days !== undefined && (
        <ChoiceFilter
          label="Fired in"
          needed
          value={String(days)}
          choices={Object.entries(DAYS).map(([value, label]) => ({ value, label }))}
          onValue={(value) => set({ days: value === String(DEFAULT_DAYS) ? undefined : value })}
        />
      )}
    </FilterBar>
  );
}

function filterNames({ search, verdict, source }: RulesSearch): readonly (readonly [string, string])[] {
  const given = [
    ['search', search],
    ['verdict', verdict],
    ['source', source],
  ] as const;
  return given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** Whether all words of the search are in the texts of a rule. */
function matches(rule: ActiveRule, { search = '', verdict, source }: RulesSearch): boolean {
  if (verdict !== undefined && VERDICTS.some((each) => each === verdict) && rule.verdict !== verdict) return false;
  if (source !== undefined && rule.source !== source) return false;
  const { rule: id, message, description, help, when = '', operations, owner = '', exceptions } = rule;
  const texts = [id, message, description, help, when, rule.source, owner, ...operations];
  const all = [...texts, ...exceptions.flatMap((each) => [each.when, each.reason, each.owner])]
    .join('\n')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

function Counts({ rules, shown }: { readonly rules: readonly ActiveRule[]; readonly shown: number }): ReactNode {
  const off = rules.filter(({ verdict }) => verdict === 'off').length;
  return (
    <span>
      {counted(rules.length - off, 'rule')} in force{off > 0 && `, ${integer(off)} off`}.
      {shown < rules.length && ` ${integer(rules.length - shown)} hidden by the filters.`}
    </span>
  );
}

interface ColumnOptions {
  /** Header of the column with the firings; undefined for users who cannot read queries. */
  readonly fired: string | undefined;
  readonly byFirings: boolean;
  readonly onSort: () => void;
}

function columnsOf(open: (rule: string) => void, { fired, byFirings, onSort }: ColumnOptions) {
  const columns: Column<ActiveRule>[] = [
    {
      id: 'verdict',
      header: 'Verdict',
      className: styles.verdictColumn,
      narrow: 'lead',
      cell: ({ verdict }) => <RuleVerdict verdict={verdict} />,
    },
    {
      id: 'rule',
      header: 'Rule',
      narrow: 'wide',
      cell: ({ rule, message }) => (
        <TwoLines under={<Prose text={message} />}>
          <button type="button" className={styles.ruleLink} onClick={() => open(rule)}>
            {rule}
          </button>
        </TwoLines>
      ),
    },
    {
      id: 'source',
      header: 'Source',
      className: styles.sourceColumn,
      narrow: 'labelled',
      cell: (rule) => <code className={styles.name}>{placeName(rule)}</code>,
    },
    {
      id: 'exceptions',
      header: 'Exceptions',
      className: styles.exceptionsColumn,
      narrow: 'labelled',
      cell: ({ exceptions }) => <Exceptions exceptions={exceptions} />,
    },
  ];
  if (fired !== undefined)
    columns.push({
      id: 'fired',
      header: fired,
      className: styles.firedColumn,
      numeric: true,
      narrow: 'labelled',
      onSort,
      sorted: byFirings ? 'descending' : undefined,
      cell: ({ fired: count }) => count && <Fired fired={count} />,
    });
  return columns;
}

function Exceptions({ exceptions }: Pick<ActiveRule, 'exceptions'>): ReactNode {
  const active = exceptions.filter(({ expired }) => !expired);
  const [first] = active.map(({ until }) => until).sort();
  const expired = exceptions.length - active.length;
  if (exceptions.length === 0) return <span className="faint">none</span>;
  if (first === undefined) return <span className="faint">{integer(expired)} expired</span>;
  return (
    <TwoLines under={expired > 0 && `${integer(expired)} expired`}>
      {active.length === 1 ? `until ${first}` : `${integer(active.length)}, the first until ${first}`}
    </TwoLines>
  );
}

function Fired({ fired: { calls, atLeast, lastAt } }: { readonly fired: NonNullable<ActiveRule['fired']> }): ReactNode {
  if (calls === 0) return <span className="faint">0</span>;
  return (
    <TwoLines under={lastAt !== undefined && relative(lastAt)}>
      {integer(calls)}
      {atLeast && '+'}
    </TwoLines>
  );
}
