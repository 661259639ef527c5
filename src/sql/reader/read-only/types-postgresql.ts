import { words } from './function-classes.ts';

/** PostgreSQL's own types: a cast to another type runs a function of the user, or the checks of a domain. */
export const POSTGRESQL_TYPES: ReadonlySet<string> = new Set(
  words(
    `aclitem bit bool box bpchar bytea char cid cidr circle date datemultirange daterange float4 float8 inet int2 int2vector
     int4 int4multirange int4range int8 int8multirange int8range interval json jsonb jsonpath line lseg macaddr macaddr8 money
     name numeric nummultirange numrange oid oidvector path pg_lsn pg_snapshot point polygon record refcursor regclass
     regcollation regconfig regdictionary regnamespace regoper regoperator regproc regprocedure regrole regtype text tid time
     timestamp timestamptz timetz tsmultirange tsquery tsrange tstzmultirange tstzrange tsvector txid_snapshot uuid varbit
     varchar void xid xid8 xml`,
  ),
);

/** The names of PostgreSQL's operators. Types of the user can have operators of the same names. */
export const POSTGRESQL_OPERATORS: ReadonlySet<string> = new Set(
  words(
    `! !! !~ !~* !~~ !~~* # ## #- #> #>> % & && &< &<| &> * *< *<= *<> *= *> *>= + - -> ->> -|- / < <-> << <<= <<| <= <> <@
     <^ = > >= >> >>= >^ ? ?# ?& ?- ?-| ?| ?|| @ @-@ @> @? @@ @@@ ^ ^@ | |&> |/ |>> || ||/ ~ ~* ~<=~ ~<~ ~= ~>=~ ~>~ ~~ ~~*
     BETWEEN`,
  ).concat('NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC', '!='),
);
