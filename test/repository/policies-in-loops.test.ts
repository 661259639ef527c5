import { expect, test } from 'vitest';
import { withBase } from '../../src/repository/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';

// Scripts for row security drop and create a policy for each table of a list.

const EACH = `DO $$ DECLARE t text; BEGIN FOREACH t IN ARRAY ARRAY['a', 'b'] LOOP
  EXECUTE format('DROP POLICY IF EXISTS %I ON %I', t || '_tenant', t);
  EXECUTE format('CREATE POLICY %I ON %I USING (org = 1)', t || '_tenant', t);
END LOOP; END $$;`;
const OF_CATALOG = `DO $$ DECLARE r record; BEGIN FOR r IN SELECT relname FROM pg_class LOOP
  EXECUTE format('DROP POLICY IF EXISTS agent_read ON public.%I', r.relname);
  EXECUTE format('CREATE POLICY agent_read ON public.%I FOR SELECT TO agent USING (true)', r.relname);
END LOOP; END $$;`;
const IN_BLOCK = `DO $$ BEGIN
  DROP POLICY IF EXISTS p ON a; DROP POLICY IF EXISTS q ON a;
  CREATE POLICY p ON a USING (true);
EXCEPTION WHEN insufficient_privilege THEN NULL; END $$;`;
/** Of names of which only an ending is known. */
const OF_TABLES = `DO $$ DECLARE r record; BEGIN FOR r IN SELECT relname FROM pg_class LOOP
  EXECUTE format('DROP POLICY IF EXISTS %I ON %I', r.relname || '_tenant', r.relname);
  EXECUTE format('CREATE POLICY %I ON %I USING (org = 1)', r.relname || '_tenant', r.relname);
END LOOP; END $$;`;
const ALTERS = `DO $$ DECLARE r record; BEGIN FOR r IN SELECT policyname, tablename FROM pg_policies LOOP
  EXECUTE format('ALTER POLICY %I ON %I USING (true)', r.policyname, r.tablename, 'x');
END LOOP; END $$;`;
/** The text has the word POLICY. */
const GRANTS = `DO $$ DECLARE r record; BEGIN FOR r IN SELECT * FROM helpers_of_policy /* policy */ LOOP
  EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO anon', r.signature);
END LOOP; END $$;`;
/** Of columns that are not of the catalog. */
const OF_RECORDS = `DO $$ DECLARE r record; BEGIN FOR r IN SELECT * FROM (VALUES ('a'), (current_setting('x'))) v (name) LOOP
  EXECUTE format('CREATE POLICY %I ON %I USING (true)', r.name || '_tenant', r.name);
END LOOP; END $$;`;
const BASE = 'CREATE TABLE a (id int); CREATE POLICY own ON a USING (id = 1);';
const recreate = (name: string) => `DROP POLICY IF EXISTS ${name} ON a; CREATE POLICY ${name} ON a USING (true);`;

test.each<[string, string, string, boolean]>([
  ['whose names no file of the base has', EACH, BASE, true],
  ['of which the base may have one', EACH, `${BASE} CREATE POLICY a_tenant ON a USING (id = 1);`, false],
  ['that the base creates in a loop', EACH, EACH, false],
  ['that the base creates in a loop with another ending', EACH, EACH.replaceAll('_tenant', '_owner'), true],
  ['of one name that no file of the base has', OF_CATALOG, BASE, true],
  ['of one name that the base has', OF_CATALOG, `${BASE} CREATE POLICY agent_read ON a USING (false);`, false],
  ['of one name that the base creates in a loop', OF_CATALOG, OF_CATALOG, false],
  ['without IF EXISTS', EACH.replaceAll('IF EXISTS', ''), BASE, false],
  ['that are not created again', EACH.replace(/EXECUTE format\('CREATE.*/, ''), BASE, false],
  ['of whose names the end is known', OF_TABLES, BASE, true],
  ['of whose names the end is known, and which a loop of the base creates', OF_TABLES, EACH, false],
  ['whose names are not known', OF_TABLES.replaceAll(" || '_tenant'", ''), BASE, false],
  ['whose names are not known, in a base without any', OF_TABLES.replaceAll(" || '_tenant'", ''), 'SELECT 1;', false],
  ['not in a loop, which no loop of the base creates', recreate('p'), EACH, true],
  ['in a block that no file of the base has', IN_BLOCK, BASE, true],
  ['in a block that the base has', IN_BLOCK, `${BASE} CREATE POLICY p ON a USING (false);`, false],
  ['in a block that creates another one', IN_BLOCK.replace('CREATE POLICY p', 'CREATE POLICY r'), BASE, false],
  ['in a block without IF EXISTS', IN_BLOCK.replaceAll('IF EXISTS', ''), BASE, false],
  [
    'not in a loop, which a block of the base gives its name',
    recreate('p'),
    "DO $$ BEGIN EXECUTE 'ALTER POLICY q ON a RENAME TO p'; END $$;",
    false,
  ],
  ['not in a loop, which a loop of the base creates', recreate('b_tenant'), EACH, false],
  ['not in a loop, which a loop of the base does not create', recreate('c_tenant'), EACH, true],
  ['not in a loop, which a loop of the base may create', recreate('c_tenant'), OF_TABLES, false],
  ['not in a loop, which ends like the names of a loop of the base', recreate('ant'), EACH, true],
  ['which a loop of the base alters, whatever their names', recreate('p'), ALTERS, true],
  ['that the base has, and a loop of it alters', recreate('own'), `${BASE} ${ALTERS}`, false],
  ['which a loop of the base may rename', recreate('p'), ALTERS.replace('USING (true)', 'RENAME TO %I'), false],
  ['beside a loop of the base that grants rights', recreate('p'), GRANTS, true],
  ['beside a loop of the base that runs any text', recreate('p'), GRANTS.replace('GRANT', '%s GRANT'), false],
  ['whose name does not end like those of a column of a query', recreate('p'), OF_RECORDS, true],
  ['whose name ends like those of a column of a query', recreate('c_tenant'), OF_RECORDS, false],
])('DROP and CREATE of policies %s', async (_, sql, base, recreated) => {
  const reader = await withBase(createSqlReader)('postgresql');
  const { statements } = reader.read(sql, { path: 'b.sql', base, run: undefined });
  const drop = statements.flatMap(({ operations }) => operations).find(({ kind }) => kind === 'drop_policy');
  expect(drop?.recreated).toBe(recreated);
});
