import { expect, test } from 'vitest';
import { pageOf } from '../../dashboard/src/screens/entrance/return-page.ts';

test.each(['/', '/w/shop/keys?tab=all', '/w/shop/queries?rule=no-drop-table#top'])(
  '%s is shown after sign-in',
  (to) => {
    expect(pageOf(to)).toBe(to);
  },
);

test.each([undefined, '', 'w/shop', '//host', '/\\host', '/\t/host', '/\n/host', '/a\\b', 'https://host/'])(
  'the start page is shown after sign-in instead of %j',
  (to) => {
    expect(pageOf(to)).toBe('/');
  },
);
