import { decode } from '../../input/byte-text.ts';

/**
 * Words with which PostgreSQL's translations begin a line about a statement (`lc_messages`), for all languages that
 * PostgreSQL 15 ships, including English. Taken from its message catalogues.
 */
const WORDS = {
  statement:
    'Anweisung|sentencia|instruction|istruzione|文|ოპერატორი|გამოსახულება|명령 구문|оператор|sats|语句|statement',
  duration:
    'Dauer|duración|durée|durata|期間|ხანგრძლივობა|실행시간|수행시간|продолжительность|varaktighet|тривалість|执行时间',
  milliseconds: 'ms|мс|ミリ秒|მწმs?',
  execute: 'Ausführen|ejecutar|exécute|esecuzione di|実行|გაშვება|쿼리실행|выполнение|kör|виконувати|执行|execute',
  fetch:
    'Ausführen Fetch von|ejecutar fetch desde|exécute fetch à partir de|esecuzione di fetch da|取り出し実行|자료뽑기|выборка из|kör hämtning från|виконати витягнення з|执行FETCH操作|execute fetch from',
};

/** Severities and labels of text logs, by meaning. */
export const LABELS: Readonly<Record<string, string>> = {
  LOG: 'LOG|ჟურნალი|로그|СООБЩЕНИЕ|LOGG|ЗАПИСУВАННЯ|日志',
  WARNING: 'WARNING|WARNUNG|ATTENTION|ATTENZIONE|გაფრთხილება|경고|ПРЕДУПРЕЖДЕНИЕ|VARNING|ПОПЕРЕДЖЕННЯ|警告',
  FAILED: 'ERROR|FEHLER|ERREUR|ERRORE|შეცდომა|오류|ОШИБКА|FEL|ПОМИЛКА|错误',
  FATAL: 'FATAL|PANIC|FATALE|ფატალური|치명적오류|ВАЖНО|FATALT|ФАТАЛЬНО|致命错误',
  DETAIL: 'DETAIL|DETALLE|DÉTAIL|DETTAGLI|詳細|დეტალები|상세정보|ПОДРОБНОСТИ|DETALJ|ВІДОМОСТІ|详细信息',
  STATEMENT:
    'STATEMENT|ANWEISUNG|SENTENCIA|INSTRUCTION|ISTRUZIONE|文|ოპერატორი|명령 구문|ОПЕРАТОР|SATS|ІНСТРУКЦІЯ|语句',
  CONTEXT: 'CONTEXT|ZUSAMMENHANG|CONTEXTO|CONTEXTE|CONTESTO|文脈|კონტექსტი|내용|КОНТЕКСТ|KONTEXT|上下文',
};

/** The context of an error in a bind value: it has one parameter, while that of a running statement lists all. */
const BIND_CONTEXT = /(?:porta|портал|ポータル|門户|入口|포털).*[^:\s] ?\$\d/iu;

const STATEMENT = new RegExp(`^(?:${WORDS.statement}) ?: `);
const DURATION = new RegExp(`^(?:${WORDS.duration}) ?:? (\\d+[.,]\\d+) (?:${WORDS.milliseconds})(?:$|,? +)`);
const EXECUTE = new RegExp(`^(?:${WORDS.execute}) ?(?=\\S)`);
const FETCH = new RegExp(`^(?:${WORDS.fetch}) ?(?=\\S)`);

const SEVERITIES = new Map(
  Object.entries(LABELS).flatMap(([label, words]) => words.split('|').map((word) => [word, label] as const)),
);

const encoder = new TextEncoder();
/** Longer than any of these words plus a duration. */
const LEAD = 120;

/** Whether a line of CONTEXT says that a bind value could not be read: the statement did not start. */
export function isBindContext(line: string): boolean {
  return BIND_CONTEXT.test(line);
}

/** Meaning of a severity or label word; the word itself if no language has it. */
export function labelInEnglish(word: string): string {
  return SEVERITIES.get(word) ?? word;
}

/** Converts the start of a message about a statement to English; undefined for any other message. */
export function inEnglish(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  const lead = decode(bytes, start, Math.min(end, start + LEAD));
  const found = englishLead(lead);
  if (found === undefined) return undefined;
  // The end of `lead` may contain half a letter, so only the replaced part is measured.
  const replacedBytes = encoder.encode(lead.slice(0, found.length)).length;
  const english = encoder.encode(found.text);
  const out = new Uint8Array(english.length + end - start - replacedBytes);
  out.set(english);
  out.set(bytes.subarray(start + replacedBytes, end), english.length);
  return out;
}

interface Lead {
  readonly length: number;
  readonly text: string;
}

function englishLead(lead: string): Lead | undefined {
  const duration = DURATION.exec(lead);
  if (duration !== null) {
    const milliseconds = `duration: ${duration[1]} ms`;
    const rest = lead.slice(duration[0].length);
    if (rest === '') return { length: duration[0].length, text: milliseconds };
    const step = stepLead(rest) ?? { length: 0, text: 'parse ' };
    return { length: duration[0].length + step.length, text: `${milliseconds}  ${step.text}` };
  }
  return stepLead(lead);
}

function stepLead(lead: string): Lead | undefined {
  for (const [pattern, text] of STEPS) {
    const match = pattern.exec(lead);
    if (match !== null) return { length: match[0].length, text };
  }
  return undefined;
}

const STEPS = [
  [STATEMENT, 'statement: '],
  [FETCH, 'execute fetch from '],
  [EXECUTE, 'execute '],
] as const;

/** Text that stands for a missing name in a text log. */
export const UNKNOWN_NAMES: ReadonlySet<string> = new Set([
  '[unknown]',
  '[unbekannt]',
  '[desconocido]',
  '[inconnu]',
  '[sconosciuto]',
  '[不明]',
  '[უცნობი]',
  '[알수없음]',
  '[н/д]',
  '[okänd]',
  '[未知]',
]);
