import { describe, expect, test } from 'vitest';
import { DIALECTS, type Dialect } from '../../../src/model/index.ts';
import { read, show } from '../read.ts';

/** Operations and unreadable parts of a file: the lines of its operations, then `unknown: <text>` for each part. */
function reading(dialect: Dialect, path: string, sql: string): string[] {
  const script = read(dialect, sql, path);
  expect(script.text).toBe(sql);
  const parts = [...script.unreadable, ...script.statements.flatMap(({ unreadable }) => unreadable)];
  return [
    ...script.statements.flatMap(({ operations }) => operations.map(show)),
    ...parts.map(({ span }) => `unknown: ${sql.slice(span.start, span.end)}`),
  ];
}

const ERB = 'x.sql.erb';
const JINJA = 'x.sql.j2';
const GO = 'x.sql.tmpl';
const MUSTACHE = 'x.sql.mustache';
const ANY = 'x.sql.template';

describe('an expression of a template stands for one name or value', () => {
  test.each<[string, string]>([
    [ERB, 'DELETE FROM t WHERE id = <%= id %>;'],
    [ERB, 'DELETE FROM t WHERE id = <%= user.id -%>;'],
    [ERB, "DELETE FROM t WHERE id = '<%= params[:id] %>';"],
    [ERB, "DELETE FROM t WHERE id = '<%= h['key'] %>';"],
    [ERB, '-- made by <%= name %>\nDELETE FROM t WHERE id = 1;'],
    [JINJA, 'DELETE FROM t WHERE id = {{ id }};'],
    [JINJA, "DELETE FROM t WHERE id = '{{ id | default('x') }}';"],
    [GO, 'DELETE FROM t WHERE id = {{ .ID }};'],
    [GO, 'DELETE FROM t WHERE id = {{\n.ID\n}};'],
    [GO, 'DELETE FROM t WHERE id = {{- index .Options "Id" -}};'],
    [MUSTACHE, 'DELETE FROM t WHERE id = {{{ id }}};'],
    [MUSTACHE, 'DELETE FROM t WHERE id = {{&id}};'],
    [MUSTACHE, 'DELETE FROM t WHERE id = {{~id~}};'],
    [ANY, 'DELETE FROM t WHERE id = ${id} OR id = {{ id }} OR id = <%= id %>;'],
  ])('%s: %s', (path, sql) => {
    for (const dialect of DIALECTS) expect(reading(dialect, path, sql)).toEqual(['delete t conditional']);
  });

  test.each<[string, string]>([
    [ERB, 'DROP TABLE <%= name %>;'],
    [ERB, 'DROP TABLE "<%= name %>";'],
    [JINJA, 'DROP TABLE {{ name }};'],
    [JINJA, 'DROP TABLE "{{ name }}";'],
    ['x.mysql.j2', 'DROP TABLE `{{ name }}`;'],
  ])('as a name it is unknown, and the operation is not: %s: %s', (path, sql) => {
    const [operation] = read(path.startsWith('x.mysql') ? 'mysql' : 'postgresql', sql, path).statements.flatMap(
      ({ operations }) => operations,
    );
    expect([operation?.kind, operation?.target.name]).toEqual(['drop_table', undefined]);
  });

  test.each<[string, string]>([
    [ERB, '<%= sql %>;'],
    [JINJA, '{{ sql }};'],
  ])('in the place of a statement it is unknown: %s: %s', (path, sql) => {
    for (const dialect of DIALECTS) expect(reading(dialect, path, sql)).toHaveLength(1);
  });
});

describe('a control block makes its statement unknown, and what is around it is read', () => {
  test.each<[string, string, readonly string[]]>([
    [ERB, '<% if x %>\nDROP TABLE a;\n<% end %>\nDROP TABLE b;', ['<% if x %>', '<% end %>']],
    [ERB, '<%# a comment %>DROP TABLE a;DROP TABLE b;', ['<%# a comment %>']],
    [ERB, '<%- x.each do |a| -%>DROP TABLE a;<%- end -%>DROP TABLE b;', ['<%- x.each do |a| -%>', '<%- end -%>']],
    [ERB, '<%% x %>DROP TABLE a;DROP TABLE b;', ['<%% x %>']],
    [JINJA, '{% if x %}DROP TABLE a;{% endif %}DROP TABLE b;', ['{% if x %}', '{% endif %}']],
    [JINJA, "{# don't #}DROP TABLE a;DROP TABLE b;", ["{# don't #}"]],
    [GO, '{{ if .X }}DROP TABLE a;{{ end }}DROP TABLE b;', ['{{ if .X }}', '{{ end }}']],
    [GO, '{{/* a comment */}}DROP TABLE a;DROP TABLE b;', ['{{/* a comment */}}']],
    [MUSTACHE, '{{#x}}DROP TABLE a;{{/x}}DROP TABLE b;', ['{{#x}}', '{{/x}}']],
    [MUSTACHE, '{{~#if x~}}DROP TABLE a;{{~else~}}DROP TABLE b;', ['{{~#if x~}}', '{{~else~}}']],
    [MUSTACHE, '{{{{raw}}}}DROP TABLE a;DROP TABLE b;', ['{{{{raw}}}}']],
    [MUSTACHE, '{{> part }}DROP TABLE a;DROP TABLE b;', ['{{> part }}']],
    [ANY, '<% x %>DROP TABLE a;{% x %}DROP TABLE b;', ['<% x %>', '{% x %}']],
  ])('%s: %s', (path, sql, blocks) => {
    for (const dialect of DIALECTS) {
      expect(reading(dialect, path, sql).sort()).toEqual([
        'drop_table a',
        'drop_table b',
        ...blocks.map((block) => `unknown: ${block}`).sort(),
      ]);
    }
  });
});

describe('a template hides no SQL: the text is unknown where it could', () => {
  test.each<[string, string]>([
    // The quotes of an expression are not those of the SQL around it.
    [ERB, "SELECT '<%= h['; /*'] %>'; DROP TABLE a; -- */"],
    [JINJA, `SELECT '{{ x["' /*"] }}'; DROP TABLE a; -- */`],
    // Control blocks in strings and comments choose where these end.
    [ERB, "-- <% if x %>\nSELECT '<% else %>\n<% end %>; DROP TABLE a; --'"],
    [JINJA, "/* {% if x %} */ SELECT '{% else %}*/ DROP TABLE a; {% endif %}'"],
    // Expressions with constant SQL in them.
    [ERB, '<%= "DROP TABLE a" %>'],
    [ERB, 'SELECT <%= "1; DROP TABLE a" %>;'],
    [ERB, "DELETE FROM a WHERE id = <%= '1 OR true' %>;"],
    [ERB, "DELETE FROM a WHERE id = 1 <%= '--' %> AND x;"],
    [JINJA, 'SELECT {{ "1; DROP TABLE a" }};'],
    [JINJA, 'SELECT {{ x ~ "; DROP TABLE a" }};'],
    [GO, 'SELECT {{ `1; DROP TABLE a` }};'],
    [GO, 'SELECT {{ printf "%s; DROP TABLE a" .X }};'],
    [GO, 'SELECT {{ include "part" . }};'],
    // Expressions that make or read SQL.
    [ERB, 'SELECT 1 FROM <%= [117,59,68].pack("C6") %>;'],
    [ERB, 'SELECT 1 FROM <%= x([59, 68]) %>;'],
    [ERB, 'SELECT 1 FROM <%= 59.chr %>;'],
    [ERB, 'SELECT 1 FROM <%= File.read(x) %>;'],
    [ERB, 'SELECT 1 FROM <%= render :more %>;'],
    [ERB, 'SELECT 1 FROM <%= yield %>;'],
    [GO, 'SELECT 1 FROM users {{ .Files.Get "more.txt" }};'],
    [GO, 'SELECT 1 FROM users {{ tpl .Values.more . }};'],
    [GO, 'SELECT 1 FROM a WHERE x = {{ println 1 "OR" true }};'],
    [GO, 'SELECT 1 FROM users {{ "OyBEUk9Q" | b64dec }};'],
    [GO, 'SELECT 1 FROM users {{ .X | b64dec }};'],
    [JINJA, "SELECT 1 FROM users {{ lookup('file', 'more.txt') }};"],
    // Trim marks that remove the end of a comment line.
    [ERB, 'DELETE FROM users -- <%= note -%>\nWHERE id = 1;'],
    [ERB, 'DELETE FROM users -- <%= note _%>\nWHERE id = 1;'],
    [JINJA, 'DELETE FROM users -- {{ note -}}\nWHERE id = 1;'],
    [JINJA, 'DELETE FROM users # {{ note -}} \t\r\nWHERE id = 1;'],
    [JINJA, 'DELETE FROM users -- {{\nx }}{{ note -}}\nWHERE id = 1;'],
    [JINJA, "DO ' BEGIN DELETE FROM users -- {{ note -}}\nWHERE id = 1; END ';"],
    [GO, 'DELETE FROM users -- all\n{{- .Suffix }} WHERE id = 1\n;'],
    [GO, 'DELETE FROM users -- {{ .A }}\n\n {{- .B }} WHERE id = 1\n;'],
    [MUSTACHE, 'DELETE FROM users -- {{~note~}}\nWHERE id = 1;'],
    // Marks that are not closed, or closed early.
    [ERB, 'SELECT 1; <% DROP TABLE a;'],
    [ERB, 'SELECT 1; <%'],
    [JINJA, 'SELECT {{ "}}" ; DROP TABLE a; {{ "}}" }};'],
    [JINJA, '{% raw %}SELECT 1;{% endraw %}'],
    [JINJA, 'SELECT 1; {{'],
  ])('%s: %s', (path, sql) => {
    for (const dialect of DIALECTS)
      expect(reading(dialect, path, sql).filter((line) => line.startsWith('unknown: '))).not.toEqual([]);
  });

  test.each([
    'SELECT 1 FROM ${"users; DROP TABLE users"};',
    "SELECT 1 FROM ${'users; DROP TABLE users'};",
    'SELECT 1 FROM ${X:-users; DROP TABLE users};',
    'DELETE FROM t WHERE id = ${X:-1 OR true};',
    'DELETE FROM t WHERE id = ${X:-1--} AND x;',
    'DELETE FROM t WHERE id = ${X/_/ OR true};',
    'DELETE FROM t -- {{{ note -}}}\nWHERE id = 1;',
    'SELECT 1 FROM ${[59, 68].join(x)};',
    'SELECT 1 FROM ${String.fromCharCode(59)};',
    'SELECT 1 FROM {{ "users; DROP TABLE users" }};',
    'SELECT 1 FROM users {{ .Files.Get "more.txt" }};',
    'SELECT 1 FROM <%= [59, 68].pack("C2") %>;',
    'DELETE FROM users -- {{ note -}}\nWHERE id = 1;',
    'DELETE FROM users -- <%= note -%>\r\nWHERE id = 1;',
    'DELETE FROM users -- {% if x -%}\nWHERE id = 1;',
    'DELETE FROM users -- all\n\n{{- .Suffix }} WHERE id = 1;',
  ])('in a file that is not a template by its name: %s', (sql) => {
    for (const path of ['x.sql', ANY])
      for (const dialect of DIALECTS)
        expect(reading(dialect, path, sql).filter((line) => line.startsWith('unknown: '))).not.toEqual([]);
  });

  test('in a body', () => {
    const sql = 'DO $$ BEGIN DELETE FROM users -- {{ note -}}\nWHERE id = 1; END $$;';
    expect(reading('postgresql', 'x.sql', sql)).toHaveLength(3);
  });

  test.each([
    ...['${id}', '${db.schema.id}', '${flyway:id}', '${ID:-1}', '${ID-1}', '${ID:?not set}', '${p["id"]}'],
    ...['${f(x)}', '{{ index .Options "Id" }}', "{{ var('id') }}", '{{ id | int }}', '<%= params[:id] %>'],
    ...['{{ .Values.readUser }}', '{{ file_id }}', '{{ roles.read }}', '${end}', "{{ lookup('env', 'ID') }}"],
    ...['{{- id -}}', "{{ ref('t') }}"],
  ])('one name or value is none of this: %s', (template) => {
    const sql = `-- made by ${template.replace(/-/g, '')}\nDELETE FROM t WHERE id = ${template}\n;`;
    expect(reading('postgresql', 'x.sql', sql)).toEqual(['delete t conditional']);
    const path = template.startsWith('<') ? ERB : ANY;
    expect(reading('postgresql', path, sql)).toEqual(['delete t conditional']);
  });

  test('in a file that is not a template by its name, templates are read as before', () => {
    expect(reading('postgresql', 'x.sql', "SELECT '<% if x %>', a <% b FROM t;")).toEqual(['select']);
  });

  test('spans are those of the file', () => {
    const sql = "-- <%= 'a' %>\r\n<% if x\n %>\nDROP TABLE <%= b %>;";
    const [statement] = read('postgresql', sql, ERB).statements;
    expect(sql.slice(statement?.span.start, statement?.span.end)).toBe('DROP TABLE <%= b %>');
  });
});
