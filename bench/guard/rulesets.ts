/** The rulesets under which the corpus is judged: what its reads need is listed, such as the field in `(customer).email`. */
export const RULESETS = {
  'read-only': `version: 1
extends:
  - pack: querygate:read-only@1
    with:
      functions:
        [app.slug, app.visible_to, app.initials, order_total, similarity, st_distance, st_makepoint, shop.slug, slug, regexp,
         email]
      operators: ['<=>']
      types: [order_status]
`,
  tables: `version: 1
extends:
  - pack: querygate:tables@1
    with:
      tables:
        [customers, orders, order_items, products, categories, countries, reviews, posts, tags, post_tags, posts_fts,
         tickets, sessions, employees, departments, shop.orders, main.orders]
      functions:
        [app.slug, app.visible_to, app.initials, order_total, similarity, st_distance, st_makepoint, shop.slug, slug, regexp,
         email]
      operators: ['<=>']
      types: [order_status]
`,
} as const;

export type RulesetName = keyof typeof RULESETS;

/** Kinds of rows about the server and its catalogs, which `tables` refuses on purpose. */
export const ABOUT_CATALOGS: ReadonlySet<string> = new Set(['catalog', 'show', 'explain']);
