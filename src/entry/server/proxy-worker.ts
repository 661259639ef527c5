import { runLongTextThread } from '../../proxy/index.ts';

// The thread of `querygate proxy` that reads long texts.

await runLongTextThread();
