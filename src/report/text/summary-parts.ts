import { inertCode } from './markdown.ts';
import { partsWith } from './markdown-parts.ts';

// Parts of GitHub's job summary and comments, which show HTML.

/** GitHub accepts 1 MiB per job summary; the margin is for other tools in the same step. */
export const SUMMARY_LIMIT = 1024 * 1024 - 32 * 1024;
export const COMMENT_LIMIT = 65_536;

export const { code, prose: text, notices: noticeList, judge: judgeText } = partsWith(inertCode);
