export const id = 2649;
export const ids = [2649];
export const modules = {

/***/ 46525:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h: () => (/* binding */ PlainForm)
/* harmony export */ });
/* harmony import */ var _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63617);

const BARE = /^[A-Za-z_]\w{0,59}$/;
const COMPARISONS = new Set(['=', '<>', '!=', '<', '>', '<=', '>=']);
const AGGREGATES = new Set(['COUNT', 'SUM', 'MIN', 'MAX', 'AVG']);
/** Maximum nesting; deeper statements are left to the grammar. */
const MAX_DEPTH = 20;
/** `schema.table.column` */
const MAX_PARTS = 3;
/**
 * Reads the parts of plain statements: names, literals, parameters, comparisons and so on. Each method returns whether
 * the part that it is named after is at the cursor, and moves past it. A statement with any other part is left to the
 * grammar.
 */
class PlainForm {
    /** In the order of the text. */
    columns = [];
    tables = [];
    /** Whether `*` or `t.*` is selected. */
    star = false;
    #tokens;
    #to;
    #spelling;
    #at;
    #depth = 0;
    constructor({ tokens, range }, spelling) {
        this.#tokens = tokens;
        this.#at = range.from;
        this.#to = range.to;
        this.#spelling = spelling;
    }
    get done() {
        return this.#at === this.#to;
    }
    take(word) {
        if (!this.next(word))
            return false;
        this.#at++;
        return true;
    }
    next(word) {
        return this.#at < this.#to && this.#tokens.word(this.#at) === word;
    }
    #name() {
        if (this.#at >= this.#to)
            return undefined;
        const kind = this.#tokens.kind(this.#at);
        const raw = this.#tokens.raw(this.#at);
        let name;
        if (kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.word) {
            if (!BARE.test(raw) || this.#spelling.reserved.has(this.#tokens.word(this.#at)))
                return undefined;
            name = { name: raw, quoted: false };
        }
        else if (kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.quoted && this.#spelling.quoted.test(raw))
            name = { name: raw.slice(1, -1), quoted: true };
        else
            return undefined;
        this.#at++;
        return name;
    }
    /** A single name: of a column that is written, or an alias. */
    name() {
        return this.#name() !== undefined;
    }
    names() {
        do
            if (!this.name())
                return false;
        while (this.take(','));
        return true;
    }
    /** `t`, `s.t`. */
    table(isRead) {
        const first = this.#name();
        if (!first)
            return false;
        const second = this.take('.') ? this.#name() : first;
        if (!second)
            return false;
        if (isRead)
            this.tables.push(second === first ? [first] : [first, second]);
        return true;
    }
    /** A column that is read: `a`, `t.a`, `s.t.a`. */
    column() {
        let name = this.#name();
        for (let parts = 1; name && parts < MAX_PARTS && this.take('.'); parts++)
            name = this.#name();
        if (!name || this.next('.'))
            return false;
        this.columns.push(name);
        return true;
    }
    /** A literal or a parameter. */
    value() {
        if (this.#at >= this.#to)
            return false;
        const kind = this.#tokens.kind(this.#at);
        const word = this.#tokens.word(this.#at);
        if (word === 'NULL' || word === 'TRUE' || word === 'FALSE') {
            this.#at++;
            return true;
        }
        if (word === '-') {
            this.#at++;
            return this.#number();
        }
        if (kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.number)
            return this.#number();
        if (kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.param) {
            if (!this.#spelling.parameter.test(this.#tokens.raw(this.#at)) || !this.#standsAlone())
                return false;
        }
        else if (kind !== _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.string || !this.#spelling.stringQuotes.includes(this.#character(this.#at)))
            return false;
        this.#at++;
        return true;
    }
    #character(at) {
        return this.#tokens.text.charAt(this.#tokens.start(at));
    }
    /** A number that all servers read alike. */
    #number() {
        if (this.#tokens.kind(this.#at) !== _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.number)
            return false;
        if (!this.#spelling.number.test(this.#tokens.raw(this.#at)))
            return false;
        if (!this.#standsAlone())
            return false;
        this.#at++;
        return true;
    }
    /**
     * Whether no name or number directly follows the token: `12abc` is two tokens to our lexer, but a syntax error to a
     * server.
     */
    #standsAlone() {
        const next = this.#tokens.text.charCodeAt(this.#tokens.end(this.#at));
        return !((next >= 48 && next <= 57) || (next | 32) >= 97 || next === 95 || next === 46);
    }
    /** The number of values in `(1, 'x', $3)`; 0 if it is anything else. */
    values() {
        if (!this.take('(') || !this.value())
            return 0;
        let items = 1;
        for (; this.take(','); items++)
            if (!this.value())
                return 0;
        return this.take(')') ? items : 0;
    }
    /** `(1, 'x'), (2, DEFAULT)`: rows of the same length. */
    rows() {
        let width = -1;
        do {
            const items = this.#row();
            if (items === 0 || (width >= 0 && items !== width))
                return false;
            width = items;
        } while (this.take(','));
        return true;
    }
    #row() {
        if (!this.take('('))
            return 0;
        let items = 0;
        do {
            if (!this.take('DEFAULT') && !this.value())
                return 0;
            items++;
        } while (this.take(','));
        return this.take(')') ? items : 0;
    }
    /** A column or a value. */
    operand() {
        return this.value() || this.column();
    }
    /** Comparisons joined by AND and OR, optionally in parentheses. */
    condition() {
        if (++this.#depth > MAX_DEPTH)
            return false;
        do
            if (!this.#predicate())
                return false;
        while (this.take('AND') || this.take('OR'));
        this.#depth--;
        return true;
    }
    #predicate() {
        this.take('NOT');
        if (this.take('('))
            return this.condition() && this.take(')');
        if (!this.column())
            return false;
        if (this.#at < this.#to && COMPARISONS.has(this.#tokens.word(this.#at))) {
            this.#at++;
            return this.#spelling.arrays && this.take('ANY') ? this.values() === 1 : this.operand();
        }
        if (this.take('IS')) {
            this.take('NOT');
            return this.take('NULL');
        }
        const negated = this.take('NOT');
        if (this.take('IN'))
            return this.values() > 0;
        if (this.take('LIKE'))
            return this.value();
        if (this.take('BETWEEN'))
            return this.value() && this.take('AND') && this.value();
        // A boolean column is a condition by itself.
        return !negated;
    }
    /** A whole SELECT. */
    select() {
        if (!this.take('SELECT'))
            return false;
        this.take('DISTINCT');
        if (!this.selected())
            return false;
        if (!this.take('FROM') || !this.#sources())
            return false;
        if (this.take('WHERE') && !this.condition())
            return false;
        if (this.take('GROUP') && !(this.take('BY') && this.#columns()))
            return false;
        if (this.take('ORDER') && !(this.take('BY') && this.#sorted()))
            return false;
        return this.#limits();
    }
    /** Columns, stars, values and aggregates after SELECT or RETURNING. */
    selected() {
        do
            if (!this.#item())
                return false;
        while (this.take(','));
        return true;
    }
    #item() {
        if (this.take('*'))
            return this.#starred();
        if (this.value() || this.#aggregate())
            return this.#label();
        let name = this.#name();
        for (let parts = 1; name && parts < MAX_PARTS && this.take('.'); parts++) {
            if (this.take('*'))
                return this.#starred();
            name = this.#name();
        }
        if (!name || this.next('.'))
            return false;
        this.columns.push(name);
        return this.#label();
    }
    #starred() {
        this.star = true;
        return true;
    }
    #label() {
        return !this.take('AS') || this.name();
    }
    /** `COUNT(*)`, `SUM(a)`, `MAX(COALESCE(a, 0))`. */
    #aggregate() {
        const word = this.#tokens.word(this.#at);
        if (!AGGREGATES.has(word) || this.#tokens.word(this.#at + 1) !== '(')
            return false;
        if (this.#tokens.start(this.#at + 1) !== this.#tokens.end(this.#at))
            return false;
        this.#at += 2;
        if (word === 'COUNT' && this.take('*'))
            return this.take(')');
        if (!this.take('COALESCE'))
            return this.column() && this.take(')');
        return this.take('(') && this.column() && this.take(',') && this.value() && this.take(')') && this.take(')');
    }
    #sources() {
        if (!this.#source())
            return false;
        for (;;) {
            if (this.take('INNER')) {
                if (!this.take('JOIN'))
                    return false;
            }
            else if (this.take('LEFT')) {
                this.take('OUTER');
                if (!this.take('JOIN'))
                    return false;
            }
            else if (!this.take('JOIN'))
                return true;
            if (!this.#source() || !this.take('ON') || !this.condition())
                return false;
        }
    }
    #source() {
        if (!this.table(true))
            return false;
        if (this.take('AS'))
            return this.name();
        this.name();
        return true;
    }
    #columns() {
        do
            if (!this.column())
                return false;
        while (this.take(','));
        return true;
    }
    #sorted() {
        do {
            if (!this.column())
                return false;
            if (!this.take('ASC'))
                this.take('DESC');
        } while (this.take(','));
        return true;
    }
    #limits() {
        if (!this.take('LIMIT'))
            return true;
        return this.#count() && (!this.take('OFFSET') || this.#count());
    }
    #count() {
        const kind = this.#tokens.kind(this.#at);
        return (kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.number || kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.param) && this.value();
    }
}


/***/ }),

/***/ 32649:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  loadPostgresGrammar: () => (/* binding */ loadPostgresGrammar)
});

// EXTERNAL MODULE: ./build/esm/sql/grammars/without-stack.js
var without_stack = __webpack_require__(24459);
// EXTERNAL MODULE: ./build/esm/sql/text/tokens.js
var text_tokens = __webpack_require__(63617);
;// CONCATENATED MODULE: ./build/esm/sql/grammars/postgresql/ast.js
function isTree(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function ast_text(value) {
    return typeof value === 'string' ? value : '';
}
function list(value) {
    return Array.isArray(value) ? value : [];
}
/** The node in `{ NodeType: {…} }`; undefined if it is of another type. */
function node(value, type) {
    if (!isTree(value))
        return undefined;
    const inner = value[type];
    return isTree(inner) ? inner : undefined;
}
/** The type and content of `{ NodeType: {…} }`. */
function unwrap(value) {
    if (!isTree(value))
        return undefined;
    for (const type in value) {
        const tree = value[type];
        return isTree(tree) ? { type, tree } : undefined;
    }
    return undefined;
}
/** The parts of a qualified name: the strings of a list of `{ String: { sval } }`. */
function names(value) {
    if (node(value, 'String'))
        return [ast_text(node(value, 'String')?.['sval'])];
    const items = node(value, 'List') ? list(node(value, 'List')?.['items']) : list(value);
    return items.map((item) => ast_text(node(item, 'String')?.['sval']));
}
/**
 * Replaces every character of a placeholder in the text that the grammar reads. PostgreSQL accepts this letter in
 * unquoted names, and real SQL does not use it (LATIN LETTER RETROFLEX CLICK).
 */
const PLACEHOLDER = '\u01c3';
/** The name; undefined if it contains a placeholder. */
function known(name) {
    return name.includes(PLACEHOLDER) ? undefined : name;
}

// EXTERNAL MODULE: ./build/esm/sql/grammars/plain-form.js
var plain_form = __webpack_require__(46525);
;// CONCATENATED MODULE: ./build/esm/sql/grammars/postgresql/plain-forms.js

/**
 * Words that cannot be an unquoted table or column name in PostgreSQL: reserved words, including those that may be
 * function or type names (appendix C of its manual, version 18).
 */
const RESERVED = new Set(`ALL ANALYSE ANALYZE AND ANY ARRAY AS ASC ASYMMETRIC AUTHORIZATION BINARY BOTH CASE CAST CHECK COLLATE COLLATION COLUMN
   CONCURRENTLY CONSTRAINT CREATE CROSS CURRENT_CATALOG CURRENT_DATE CURRENT_ROLE CURRENT_SCHEMA CURRENT_TIME
   CURRENT_TIMESTAMP CURRENT_USER DEFAULT DEFERRABLE DESC DISTINCT DO ELSE END EXCEPT FALSE FETCH FOR FOREIGN FREEZE FROM
   FULL GRANT GROUP HAVING ILIKE IN INITIALLY INNER INTERSECT INTO IS ISNULL JOIN LATERAL LEADING LEFT LIKE LIMIT LOCALTIME
   LOCALTIMESTAMP NATURAL NOT NOTNULL NULL OFFSET ON ONLY OR ORDER OUTER OVERLAPS PLACING PRIMARY REFERENCES RETURNING
   RIGHT SELECT SESSION_USER SIMILAR SOME SYMMETRIC SYSTEM_USER TABLE TABLESAMPLE THEN TO TRAILING TRUE UNION UNIQUE USER
   USING VARIADIC VERBOSE WHEN WHERE WINDOW WITH BETWEEN BIGINT BIT BOOLEAN CHAR CHARACTER COALESCE DEC DECIMAL EXISTS
   EXTRACT FLOAT GREATEST GROUPING INOUT INT INTEGER  JSON JSON_ARRAY JSON_ARRAYAGG JSON_EXISTS JSON_OBJECT
   JSON_OBJECTAGG JSON_QUERY JSON_SCALAR JSON_SERIALIZE JSON_TABLE JSON_VALUE LEAST MERGE_ACTION NATIONAL NCHAR NONE
   NORMALIZE NULLIF NUMERIC OUT OVERLAY  PRECISION REAL ROW SETOF SMALLINT SUBSTRING   TREAT TRIM
   VALUES VARCHAR XMLATTRIBUTES XMLCONCAT XMLELEMENT XMLEXISTS XMLFOREST XMLNAMESPACES XMLPARSE XMLPI XMLROOT XMLSERIALIZE
   XMLTABLE SET OPERATOR VALUE`.split(/\s+/));
const SPELLING = {
    reserved: RESERVED,
    quoted: /^"[A-Za-z_]\w{0,59}"$/,
    stringQuotes: "'",
    parameter: /^\$\d{1,5}$/,
    number: /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/,
    arrays: true,
};
/** The operations that the token reader may find in a plain statement, by verb. */
const KINDS = {
    SELECT: ['select'],
    INSERT: ['insert', 'update'],
    UPDATE: ['update'],
    DELETE: ['delete'],
};
/**
 * Reads a statement of a plain form, which the grammar would accept and to which it could add nothing: queries, INSERT
 * … VALUES, UPDATE and DELETE made of plain names, literals, parameters, comparisons and joins. Undefined for every
 * other form. Most statements of applications, dumps and seeds are plain, and the grammar takes ten times as long.
 */
function readPlainForm(input) {
    const verb = input.tokens.word(input.range.from);
    // If the token reader found other operations, the grammar must decide.
    if (!input.operations.every(({ kind }) => KINDS[verb]?.includes(kind)) || input.operations.length === 0)
        return undefined;
    const form = new plain_form/* PlainForm */.h(input, SPELLING);
    if (!isPlain(form, verb) || !form.done)
        return undefined;
    return {
        tablesRead: reversed(form.tables.map((names) => names.map(folded).join('.'))),
        columnsRead: reversed(form.columns.map(folded)),
        selectStar: form.star,
    };
}
function isPlain(form, verb) {
    switch (verb) {
        case 'SELECT':
            return form.select();
        case 'INSERT':
            return isInsert(form) && isReturning(form);
        case 'UPDATE':
            return isUpdate(form) && isReturning(form);
        case 'DELETE':
            return form.take('DELETE') && form.take('FROM') && form.table(false) && isWhere(form) && isReturning(form);
        default:
            return false;
    }
}
function isInsert(form) {
    if (!form.take('INSERT') || !form.take('INTO') || !form.table(false))
        return false;
    if (form.take('(') && !(form.names() && form.take(')')))
        return false;
    if (!form.take('VALUES') || !form.rows())
        return false;
    if (!form.take('ON'))
        return true;
    if (!form.take('CONFLICT'))
        return false;
    const named = form.take('(');
    if (named && !(form.names() && form.take(')')))
        return false;
    if (!form.take('DO'))
        return false;
    return form.take('NOTHING') || (named && form.take('UPDATE') && isSet(form));
}
function isUpdate(form) {
    return form.take('UPDATE') && form.table(false) && isSet(form) && isWhere(form);
}
function isSet(form) {
    if (!form.take('SET'))
        return false;
    do
        if (!form.name() || !form.take('=') || !form.operand())
            return false;
    while (form.take(','));
    return true;
}
function isWhere(form) {
    return form.take('WHERE') && form.condition();
}
function isReturning(form) {
    return !form.take('RETURNING') || form.selected();
}
function folded({ name, quoted }) {
    return quoted ? name : name.toLowerCase();
}
/** Reverses the names, because the walk through the grammar's tree visits the last node first. */
function reversed(names) {
    return [...new Set([...names].reverse())];
}

// EXTERNAL MODULE: ./build/esm/sql/text/lexer/index.js + 10 modules
var lexer = __webpack_require__(26344);
// EXTERNAL MODULE: ./build/esm/sql/reader/operation.js
var operation = __webpack_require__(51682);
;// CONCATENATED MODULE: ./build/esm/sql/grammars/postgresql/operations.js


const GRAMMAR = ['libpg-query'];
function target(name, schema = '') {
    return { name: known(name), schema: known(schema), quoted: false, text: schema === '' ? name : `${schema}.${name}` };
}
function relation(value) {
    const tree = node(value, 'RangeVar') ?? (isTree(value) ? value : {});
    return target(ast_text(tree['relname']), ast_text(tree['schemaname']));
}
function qualifiedName(parts) {
    return target(parts.at(-1) ?? '', parts.at(-2) ?? '');
}
const DROPPED = {
    OBJECT_TABLE: 'drop_table',
    OBJECT_FOREIGN_TABLE: 'drop_table',
    OBJECT_INDEX: 'drop_index',
    OBJECT_VIEW: 'drop_view',
    OBJECT_MATVIEW: 'drop_materialized_view',
    OBJECT_SCHEMA: 'drop_schema',
    OBJECT_SEQUENCE: 'drop_sequence',
    OBJECT_TYPE: 'drop_type',
    OBJECT_DOMAIN: 'drop_type',
    OBJECT_EXTENSION: 'drop_extension',
    OBJECT_FUNCTION: 'drop_function',
    OBJECT_AGGREGATE: 'drop_function',
    OBJECT_ROUTINE: 'drop_function',
    OBJECT_PROCEDURE: 'drop_procedure',
    OBJECT_TRIGGER: 'drop_trigger',
    OBJECT_EVENT_TRIGGER: 'drop_trigger',
    OBJECT_RULE: 'drop_rule',
    OBJECT_POLICY: 'drop_policy',
};
const ALTERED = {
    AT_AddColumn: 'add_column',
    AT_DropColumn: 'drop_column',
    AT_AlterColumnType: 'alter_column_type',
    AT_SetNotNull: 'set_not_null',
    AT_DropNotNull: 'drop_not_null',
    AT_AddConstraint: 'add_constraint',
    AT_DropConstraint: 'drop_constraint',
    AT_ValidateConstraint: 'validate_constraint',
    AT_ChangeOwner: 'change_owner',
    AT_AttachPartition: 'attach_partition',
    AT_DetachPartition: 'detach_partition',
    AT_EnableRowSecurity: 'enable_row_security',
    AT_DisableRowSecurity: 'disable_row_security',
    AT_ForceRowSecurity: 'enable_row_security',
    AT_NoForceRowSecurity: 'disable_row_security',
    AT_DisableTrig: 'disable_trigger',
    AT_DisableTrigAll: 'disable_trigger',
    AT_DisableTrigUser: 'disable_trigger',
    AT_DisableRule: 'disable_trigger',
};
const RENAMED = { OBJECT_TABLE: 'rename_table', OBJECT_COLUMN: 'rename_column' };
/** How each node type is read. Types that are not listed add nothing to what the token reader finds. */
const READERS = {
    InsertStmt: (tree, add) => add('insert', { target: relation(tree['relation']) }),
    // The token reader evaluates filters. For a write that it missed, only the absence of a filter is certain.
    UpdateStmt: (tree, add) => add('update', { target: relation(tree['relation']), filter: tree['whereClause'] ? undefined : 'none' }),
    DeleteStmt: (tree, add) => add('delete', { target: relation(tree['relation']), filter: tree['whereClause'] ? undefined : 'none' }),
    MergeStmt: (tree, add) => {
        add('merge', { target: relation(tree['relation']) });
        for (const when of list(tree['mergeWhenClauses'])) {
            if (ast_text(node(when, 'MergeWhenClause')?.['commandType']) !== 'CMD_DELETE')
                continue;
            add('merge_delete', { target: relation(tree['relation']), filter: undefined });
        }
    },
    TruncateStmt: (tree, add) => {
        for (const item of list(tree['relations'])) {
            add('truncate', { target: relation(item), filter: 'none', cascade: tree['behavior'] === 'DROP_CASCADE' });
        }
    },
    DropStmt: (tree, add) => {
        const type = ast_text(tree['removeType']);
        for (const item of list(tree['objects'])) {
            const routine = node(item, 'ObjectWithArgs') ?? node(item, 'TypeName');
            const parts = names(routine ? (routine['objname'] ?? routine['names']) : item);
            const onTable = type === 'OBJECT_TRIGGER' || type === 'OBJECT_RULE' || type === 'OBJECT_POLICY';
            add(DROPPED[type] ?? 'drop_other', {
                target: onTable || parts.length === 1 ? target(parts.at(-1) ?? '') : qualifiedName(parts),
                table: onTable ? parts.slice(0, -1).join('.') : '',
                cascade: tree['behavior'] === 'DROP_CASCADE',
                ifExists: tree['missing_ok'] === true,
                concurrently: tree['concurrent'] === true,
            });
        }
    },
    DropdbStmt: (tree, add) => add('drop_database', { target: target(ast_text(tree['dbname'])) }),
    DropRoleStmt: (tree, add) => {
        for (const role of list(tree['roles']))
            add('drop_role', { target: target(ast_text(node(role, 'RoleSpec')?.['rolename'])) });
    },
    DropTableSpaceStmt: (tree, add) => add('drop_tablespace', { target: target(ast_text(tree['tablespacename'])) }),
    AlterTableStmt: (tree, add) => {
        if (tree['objtype'] !== 'OBJECT_TABLE' && tree['objtype'] !== undefined)
            return;
        for (const item of list(tree['cmds']))
            readCommand(node(item, 'AlterTableCmd') ?? {}, relation(tree['relation']), add);
    },
    RenameStmt: (tree, add) => {
        const kind = RENAMED[ast_text(tree['renameType'])];
        if (!kind ||
            (tree['relationType'] !== undefined && tree['relationType'] !== 'OBJECT_TABLE' && kind === 'rename_column'))
            return;
        add(kind, { target: relation(tree['relation']), columns: kind === 'rename_column' ? [ast_text(tree['subname'])] : [] });
    },
    CreateStmt: (tree, add) => add('create_table', {
        target: relation(tree['relation']),
        ifNotExists: tree['if_not_exists'] === true,
        temporary: (isTree(tree['relation']) && tree['relation']['relpersistence'] === 't') || false,
        hasPrimaryKey: undefined,
    }),
    GrantStmt: (tree, add) => {
        const kind = tree['is_grant'] === true ? 'grant' : 'revoke';
        for (const item of list(tree['objects'])) {
            const object = unwrap(item);
            if (object?.type === 'RangeVar')
                add(kind, { target: relation(item) });
        }
    },
    CopyStmt: (tree, add) => {
        if (tree['relation'])
            add(tree['is_from'] === true ? 'copy_from' : 'copy_to', {
                target: relation(tree['relation']),
                endpoint: tree['is_program'] === true ? 'program' : tree['filename'] ? 'file' : 'client',
            });
        if (tree['is_program'] === true)
            add('execute_program', { target: target('copy program') });
    },
    DoStmt: (_tree, add) => add('do_block'),
    LoadStmt: (_tree, add) => add('load_library'),
    AlterSystemStmt: (tree, add) => {
        const set = node(tree['setstmt'], 'VariableSetStmt') ?? (isTree(tree['setstmt']) ? tree['setstmt'] : {});
        add('alter_system', { target: target(ast_text(set['name']).toLowerCase()) });
    },
};
function readCommand(command, table, add) {
    const kind = ALTERED[ast_text(command['subtype'])];
    if (!kind)
        return;
    const name = ast_text(command['name']);
    const column = node(command['def'], 'ColumnDef');
    add(kind, {
        target: table,
        cascade: command['behavior'] === 'DROP_CASCADE',
        columns: kind === 'add_column' ? [ast_text(column?.['colname'])] : name === '' ? [] : [name],
        // The token reader reads definitions. For a command that it missed, these facts are unknown.
        notNull: undefined,
        hasDefault: undefined,
        defaultKind: kind === 'add_column' ? undefined : '',
        usingIndex: kind === 'add_constraint' ? undefined : false,
        constraintType: undefined,
        notValid: undefined,
        dataTypes: undefined,
    });
}
/** The operations of one node, if its type is listed above. */
function readNode(type, tree, place, span) {
    const operations = [];
    const add = (kind, facts = {}) => {
        operations.push((0,operation/* makeOperation */.Qp)(kind, place, span, { ...facts, readers: GRAMMAR }));
    };
    if (Object.hasOwn(READERS, type))
        READERS[type]?.(tree, add);
    return operations;
}

;// CONCATENATED MODULE: ./build/esm/sql/grammars/postgresql/walk.js


/** What is collected from parse trees. */
class TreeFacts {
    operations = [];
    tablesRead = new Set();
    functions = new Set();
    columnsRead = new Set();
    selectStar = false;
}
/** For each node type, the key whose table is written and so does not count as read. */
const WRITTEN = {
    InsertStmt: 'relation',
    UpdateStmt: 'relation',
    DeleteStmt: 'relation',
    MergeStmt: 'relation',
    CreateStmt: 'relation',
    AlterTableStmt: 'relation',
    RenameStmt: 'relation',
    IndexStmt: 'relation',
    IntoClause: 'rel',
    ViewStmt: 'view',
    CopyStmt: 'relation',
    CreateTrigStmt: 'relation',
    RuleStmt: 'relation',
    CreateSeqStmt: 'sequence',
    AlterSeqStmt: 'sequence',
};
const STATEMENTS_OF_OBJECTS = new Set([
    'DropStmt',
    'GrantStmt',
    'TruncateStmt',
    'LockStmt',
    'VacuumStmt',
    'CommentStmt',
    'CreateForeignTableStmt',
]);
/** Walks a parse tree without recursion, because an untrusted statement may nest as deep as the parser allows. */
function walk(root, place, span, into) {
    const open = [{ type: '', value: root, place, ctes: undefined }];
    for (;;) {
        const visit = open.pop();
        if (!visit)
            return;
        const { value } = visit;
        if (Array.isArray(value)) {
            for (const item of value)
                open.push({ ...visit, value: item });
            continue;
        }
        if (!isTree(value))
            continue;
        const ctes = openWith(value, visit, open);
        for (const key in value) {
            if (key === 'withClause')
                continue;
            const child = value[key];
            if (typeof child !== 'object' || child === null)
                continue;
            if (/^[A-Z]/.test(key) && isTree(child))
                visitNode(key, child, { ...visit, ctes }, span, into, open);
            else if (WRITTEN[visit.type] !== key)
                open.push({ type: visit.type, value: wrapRelation(visit.type, key, child), place: visit.place, ctes });
        }
    }
}
/**
 * Visits the WITH clause of a statement, and returns the CTEs that the rest of it sees. A CTE sees those before it; in
 * WITH RECURSIVE, all of the clause.
 */
function openWith(value, { place, ctes: outer }, open) {
    const clause = value['withClause'];
    if (!isTree(clause))
        return outer;
    const defined = list(clause['ctes']);
    const positions = new Map(defined.map((cte, at) => [ast_text(node(cte, 'CommonTableExpr')?.['ctename']), at]));
    const all = { positions, count: defined.length, outer };
    for (const [at, cte] of defined.entries())
        open.push({
            type: 'WithClause',
            value: cte,
            place,
            ctes: clause['recursive'] === true ? all : { ...all, count: at },
        });
    return all;
}
function isCte(name, visible) {
    for (let ctes = visible; ctes; ctes = ctes.outer) {
        const at = ctes.positions.get(name);
        if (at !== undefined && at < ctes.count)
            return true;
    }
    return false;
}
/** Wraps a relation in its node type: some keys hold it without. */
function wrapRelation(type, key, child) {
    const relation = (type === 'IntoClause' && key === 'rel') || key === 'relation' || key === 'view';
    return relation && isTree(child) && 'relname' in child ? { RangeVar: child } : child;
}
function visitNode(type, tree, from, span, into, open) {
    let { place } = from;
    switch (type) {
        case 'RangeVar':
            if (!STATEMENTS_OF_OBJECTS.has(from.type))
                addTable(tree, into, from.ctes);
            break;
        case 'FuncCall':
            into.functions.add((names(tree['funcname']).at(-1) ?? '').toLowerCase());
            break;
        case 'ColumnRef': {
            const fields = list(tree['fields']);
            const last = fields.at(-1);
            if (isTree(last) && 'A_Star' in last)
                into.selectStar = true;
            else
                into.columnsRead.add(names(fields).at(-1) ?? '');
            break;
        }
        case 'CommonTableExpr':
            if (place === 'statement')
                place = 'cte';
            break;
        case 'ExplainStmt':
            // Without ANALYZE the statement does not run.
            if (!list(tree['options']).some(isAnalyze))
                return;
            place = 'explain_analyze';
            break;
        case 'PrepareStmt':
            place = 'prepared';
            break;
        case 'CopyStmt':
            if (tree['is_from'] !== true && isTree(tree['relation']))
                addTable(tree['relation'], into, undefined);
            for (const operation of readNode(type, tree, place, span))
                into.operations.push(operation);
            break;
        default:
            for (const operation of readNode(type, tree, place, span))
                into.operations.push(operation);
            if (type === 'RuleStmt')
                place = 'routine_body';
    }
    open.push({ type, value: tree, place, ctes: from.ctes });
}
function addTable(relation, { tablesRead }, ctes) {
    const schema = ast_text(relation['schemaname']);
    const name = ast_text(relation['relname']);
    if (schema === '' && isCte(name, ctes))
        return;
    tablesRead.add(schema === '' ? name : `${schema}.${name}`);
}
function isAnalyze(option) {
    const element = isTree(option) && isTree(option['DefElem']) ? option['DefElem'] : {};
    if (ast_text(element['defname']).toLowerCase() !== 'analyze')
        return false;
    const argument = element['arg'];
    return !/"(?:false|off)"|"ival":0|"boolval":false/i.test(JSON.stringify(argument ?? ''));
}

;// CONCATENATED MODULE: ./build/esm/sql/grammars/postgresql/plpgsql.js



/**
 * The parse mode of a statement in a PL/pgSQL tree (RawParseMode in PostgreSQL's parser.h). Other modes are expressions
 * and assignments.
 */
const STATEMENT_MODE = 0;
/** Shorter bodies take less than 0.1 s, whatever they declare. */
const SHORT = 50_000;
/** About a second. */
const MAX_COMPARISONS = 100_000_000;
/**
 * Whether the grammar would take long: it compares the names in each declaration and statement with all variables, one
 * by one. Without this limit, 30,000 variables take 15 seconds.
 */
function hasTooManyVariables(body) {
    if (body.length < SHORT)
        return false;
    const tokens = (0,lexer/* lexFragment */.wc)(body, 'postgresql');
    let variables = 0;
    let statements = 0;
    let declares = false;
    for (let at = 0; at < tokens.length; at++) {
        const word = tokens.word(at);
        if (word === ';') {
            statements++;
            if (declares)
                variables++;
        }
        else if (word === 'DECLARE')
            declares = true;
        // In an expression, `begin` is a name.
        else if (word === 'BEGIN' && /^(?:;|DECLARE)$/.test(tokens.word(at - 1)))
            declares = false;
    }
    return variables * statements > MAX_COMPARISONS;
}
/**
 * Reads the queries in the PL/pgSQL body of a CREATE FUNCTION or DO statement. Throws if the grammar rejects the body.
 */
function readPlPgSql(parser, sql, place, span, into) {
    const open = [parser.parsePlPgSql(sql)];
    for (;;) {
        const value = open.pop();
        if (value === undefined)
            return;
        if (Array.isArray(value))
            for (const item of value)
                open.push(item);
        else if (isTree(value)) {
            const expression = value['PLpgSQL_expr'];
            if (isTree(expression))
                readExpression(parser, ast_text(expression['query']), Number(expression['parseMode'] ?? 0), place, span, into);
            for (const key in value)
                if (typeof value[key] === 'object' && value[key] !== null)
                    open.push(value[key]);
        }
    }
}
function readExpression(parser, query, mode, place, span, into) {
    const sql = mode === STATEMENT_MODE ? query : `SELECT ${query.replace(/^[^:=]*:?=/, '')}`;
    let parsed;
    try {
        parsed = parser.parse(sql);
    }
    catch (error) {
        // Some forms of assignment are not expressions. The token reader reads the body in any case.
        if (mode !== STATEMENT_MODE)
            return;
        throw error;
    }
    for (const item of list(isTree(parsed) ? parsed['stmts'] : undefined))
        walk(isTree(item) ? item['stmt'] : undefined, place, span, into);
}

// EXTERNAL MODULE: ./build/esm/sql/reader/body.js + 1 modules
var body = __webpack_require__(83966);
;// CONCATENATED MODULE: ./build/esm/sql/grammars/postgresql/prepare.js




/**
 * PostgreSQL's scanner takes quadratic time on a run of operator characters or of `/*`: 400 KB of `+` would take
 * minutes. Real operators are shorter than this, and comments are removed beforehand.
 */
const LONG_RUN = /[~!@#^&|`?+\-*/%<>=]{64,}/;
const NESTED_RUN = /(?:\/\*[~!@#^&|`?+\-*/%<>=]?){32,}/;
/** Template placeholders inside a dollar-quoted body. psql does not replace its variables there. */
const TEMPLATE = /\$\{[^{}\r\n]*\}|\{\{[^\r\n]*?\}\}+/g;
/**
 * Why the statement must not be passed to the grammar: part of it is unreadable, or would take hours to parse.
 * Undefined if it may be passed.
 */
function reasonToSkip(input) {
    const { tokens, range } = input;
    const bodies = /^(?:DO|CREATE)$/.test(tokens.word(range.from));
    let runFrom = -1;
    for (let at = range.from; at < range.to; at++) {
        switch (tokens.kind(at)) {
            case text_tokens.T.unreadable:
                return 'part of it is unreadable';
            case text_tokens.T.op: {
                const touches = runFrom >= 0 && tokens.start(at) === tokens.end(at - 1);
                if (!touches)
                    runFrom = tokens.start(at);
                const length = tokens.end(at) - runFrom;
                if (length >= 64 && LONG_RUN.test(tokens.text.slice(tokens.end(at) - 64, tokens.end(at))))
                    return TOO_LONG;
                break;
            }
            case text_tokens.T.dollar: {
                runFrom = -1;
                const raw = tokens.raw(at);
                if (LONG_RUN.test(raw) && isCostly(withoutComments(raw)))
                    return TOO_LONG;
                break;
            }
            case text_tokens.T.string:
                runFrom = -1;
                if (bodies && LONG_RUN.test(tokens.raw(at)) && isCostly((0,body/* decodeString */.sc)(tokens.raw(at), false)))
                    return TOO_LONG;
                // Escapes may produce a run that the raw text does not show.
                if (bodies && /^[eE]/.test(tokens.raw(at)) && isCostly((0,body/* decodeString */.sc)(tokens.raw(at), false)))
                    return TOO_LONG;
                break;
            default:
                runFrom = -1;
        }
    }
    return undefined;
}
const TOO_LONG = 'it has a run of more than 63 operator characters';
/** Whether the text of a body is slow to scan, with or without its comments. */
function isCostly(text) {
    if (!LONG_RUN.test(text))
        return false;
    return NESTED_RUN.test(text) || LONG_RUN.test(blankComments(text, (0,lexer/* lexFragment */.wc)(text, 'postgresql')));
}
function withoutComments(dollar) {
    const tag = dollar.indexOf('$', 1) + 1;
    const body = dollar.slice(tag, -tag);
    if (!body.includes('/*') && !body.includes('--'))
        return dollar;
    return dollar.slice(0, tag) + blankComments(body, (0,lexer/* lexFragment */.wc)(body, 'postgresql')) + dollar.slice(-tag);
}
function blankComments(text, { comments }) {
    let blank = '';
    let copied = 0;
    for (const { start, end } of comments) {
        blank += text.slice(copied, start) + ' '.repeat(end - start);
        copied = end;
    }
    return blank + text.slice(copied);
}
/** The statement with every placeholder replaced and every comment blanked. */
function prepare({ tokens, range, span }, replace) {
    const { comments, text } = tokens;
    let sql = '';
    let copied = span.start;
    let comment = firstComment(tokens, span.start);
    const put = (start, end, replacement) => {
        sql += text.slice(copied, start) + replacement;
        copied = end;
    };
    const blankBefore = (offset) => {
        for (let next = comments[comment]; next && next.start < offset; next = comments[++comment])
            put(next.start, next.end, ' '.repeat(next.end - next.start));
    };
    for (let at = range.from; at < range.to; at++) {
        const kind = tokens.kind(at);
        if (kind !== text_tokens.T.placeholder && kind !== text_tokens.T.param && kind !== text_tokens.T.dollar)
            continue;
        const raw = tokens.raw(at);
        let replacement;
        if (kind === text_tokens.T.placeholder || raw.startsWith('%('))
            replacement = replace(raw);
        else if (kind === text_tokens.T.dollar)
            replacement = withoutComments(raw).replace(TEMPLATE, replace);
        else
            continue;
        blankBefore(tokens.start(at));
        put(tokens.start(at), tokens.end(at), replacement);
    }
    blankBefore(span.end);
    return sql + text.slice(copied, span.end);
}
/**
 * The index of the first comment at or after an offset, by binary search: a file may have many comments and statements.
 */
function firstComment({ comments }, offset) {
    let low = 0;
    let high = comments.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if ((comments[middle]?.start ?? 0) < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
/** Replaces a placeholder with a name, but psql's `:'x'` and `%(x)s` with a string. */
const asName = (placeholder) => /^(?::'|%)/.test(placeholder) ? asString(placeholder) : PLACEHOLDER.repeat(placeholder.length);
const asString = (placeholder) => `'${PLACEHOLDER.repeat(placeholder.length - 2)}'`;

;// CONCATENATED MODULE: ./build/esm/sql/grammars/postgresql/grammar.js






const NONE = [];
/**
 * Maximum length in UTF-16 units: libpg-query needs 100 bytes of memory for each. Longer ones have only the token
 * reader.
 */
const MAX_LENGTH = 4 * 1024 * 1024;
/**
 * PostgreSQL's own grammar. PostgreSQL rejects what it rejects, so such a statement counts as not understood.
 *
 * @param readPlain a fast reader that is tried first; its result replaces the grammar's
 */
function postgresGrammar(parser, readPlain = readPlainForm) {
    return {
        name: 'libpg-query',
        read: (input) => {
            if (input.tokens.kind(input.range.from) === text_tokens.T.directive)
                return undefined;
            const plain = readPlain(input);
            if (!plain)
                return readStatement(parser, input);
            return { understood: true, exact: true, operations: [], facts: { ...plain, functions: NONE } };
        },
    };
}
function readStatement(parser, input) {
    const { span } = input;
    if (span.end - span.start > MAX_LENGTH) {
        return input.understood
            ? undefined
            : {
                understood: false,
                operations: [],
                facts: {},
                problem: 'the statement is longer than 4 MB and its syntax is unrecognised',
            };
    }
    const skipReason = reasonToSkip(input);
    if (skipReason) {
        return {
            understood: false,
            operations: [],
            facts: {},
            problem: `PostgreSQL's grammar did not check it: ${skipReason}`,
        };
    }
    let sql;
    let parsed;
    try {
        ({ sql, parsed } = parse(parser, input));
    }
    catch (error) {
        return {
            understood: false,
            operations: [],
            facts: {},
            problem: `PostgreSQL's grammar rejects it: ${reason(error, input)}`,
        };
    }
    const walked = new TreeFacts();
    let problem;
    for (const item of list(isTree(parsed) ? parsed['stmts'] : undefined)) {
        const statement = isTree(item) ? item['stmt'] : undefined;
        walk(statement, 'statement', span, walked);
        problem ??= readBodies(parser, sql, statement, span, walked);
    }
    return {
        understood: true,
        exact: true,
        problem,
        operations: walked.operations,
        facts: {
            tablesRead: allKnown(walked.tablesRead),
            functions: [...walked.functions],
            columnsRead: allKnown(walked.columnsRead),
            selectStar: walked.selectStar,
        },
    };
}
function allKnown(names) {
    const all = [...names];
    return all.every((name) => known(name) !== undefined) ? all : undefined;
}
/** Parses the statement. Placeholders are tried as names first, then as strings. */
function parse(parser, input) {
    const sql = prepare(input, asName);
    try {
        return { sql, parsed: parser.parse(sql) };
    }
    catch (error) {
        const withStrings = prepare(input, asString);
        if (withStrings === sql)
            throw error;
        try {
            return { sql: withStrings, parsed: parser.parse(withStrings) };
        }
        catch {
            throw error;
        }
    }
}
/** What the grammar says. A placeholder of the file is named as it is written, not as the grammar got it. */
function reason(error, input) {
    const message = error instanceof Error ? error.message : String(error);
    return withPlaceholders(message.split('\n', 1)[0] ?? '', error, input).slice(0, 200);
}
function withPlaceholders(message, error, input) {
    const near = NEAR_PLACEHOLDER.exec(message)?.[0];
    if (near === undefined)
        return message;
    const written = input && placeholderAt(near.slice(1, -1), error, input);
    return message.replace(near, written === undefined ? 'a placeholder' : JSON.stringify(written));
}
const NEAR_PLACEHOLDER = new RegExp(`"[^"]*${PLACEHOLDER}[^"]*"`);
/** The text of the file that the grammar got as `replaced`, of the same length, at the position of the error. */
function placeholderAt(replaced, error, input) {
    const details = isTree(error) && isTree(error['sqlDetails']) ? error['sqlDetails'] : undefined;
    const position = details?.['cursorPosition'];
    if (typeof position !== 'number')
        return undefined;
    const sql = prepare(input, asName);
    if (!sql.startsWith(replaced, position))
        return undefined;
    const start = input.span.start + position;
    return input.tokens.text.slice(start, start + replaced.length);
}
/** Reads the body of a routine or DO block; returns the reason if the grammar rejects it. */
function readBodies(parser, sql, statement, span, walked) {
    const routine = node(statement, 'CreateFunctionStmt') ?? node(statement, 'DoStmt');
    if (!routine)
        return undefined;
    const place = node(statement, 'DoStmt') ? 'do_block' : 'routine_body';
    const options = list(routine['options'] ?? routine['args']).map((option) => node(option, 'DefElem') ?? {});
    const option = (name) => options.find((element) => element['defname'] === name);
    const language = ast_text(node(option('language')?.['arg'], 'String')?.['sval']).toLowerCase() ||
        (place === 'do_block' ? 'plpgsql' : 'sql');
    const body = bodyText(option('as'));
    if (body === undefined)
        return undefined;
    try {
        if (language === 'sql') {
            const parsed = parser.parse(body);
            for (const item of list(isTree(parsed) ? parsed['stmts'] : undefined))
                walk(isTree(item) ? item['stmt'] : undefined, place, span, walked);
        }
        else if (language === 'plpgsql') {
            if (hasTooManyVariables(body))
                return "PostgreSQL's grammar did not check the body: it declares too many variables";
            readPlPgSql(parser, sql, place, span, walked);
        }
    }
    catch (error) {
        return `PostgreSQL's grammar rejects the body: ${reason(error)}`;
    }
    return undefined;
}
function bodyText(option) {
    if (!option)
        return undefined;
    return names(option['arg'])[0];
}

;// CONCATENATED MODULE: ./build/esm/sql/grammars/postgresql/load.js


/** Loads libpg-query. Importing it starts loading its WebAssembly. */
async function loadPostgresGrammar() {
    const { loadModule, parseSync, parsePlPgSQLSync } = await import('./libpg-query/index.cjs');
    await loadModule();
    return postgresGrammar({ parse: (0,without_stack/* withoutStack */.x)(parseSync), parsePlPgSql: (0,without_stack/* withoutStack */.x)(parsePlPgSQLSync) });
}


/***/ }),

/***/ 24459:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ withoutStack)
/* harmony export */ });
/**
 * Wraps a parser so that its errors have no stack: a file may have hundreds of thousands of statements that a grammar
 * rejects, and capturing the stack takes most of their time.
 */
function withoutStack(parse) {
    return (sql) => {
        const limit = Error.stackTraceLimit;
        Error.stackTraceLimit = 0;
        try {
            return parse(sql);
        }
        finally {
            Error.stackTraceLimit = limit;
        }
    };
}


/***/ })

};
