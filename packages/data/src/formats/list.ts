import type { Format, Head } from './format.js'
import { FEATURE, libsvm } from './libsvm.js'
import { isParquet } from './parquet/values.js'

/** The line before every mail of a mailbox: the sender and the time of delivery. */
export const MAIL_START = /^From \S+.*\d{4}\s*$/

/** The formats of other tools, to set them by name; without that `jsonl` recognises them by their records. */
const TOOLS = {
  'label-studio':
    'the JSON export: the choice of most annotators, or the ground truth. JSON-MIN is read as `jsonl`, CSV as `csv`',
  argilla: 'records of version 2, 1 and of its data sets: the first question, answered as most did',
  prodigy: '`db-out`: choices, and binary tasks; a rejected label is `not LABEL` if there is only one label',
}

const tool = ([name, summary]: readonly [string, string]): Format => ({
  name,
  extensions: [],
  summary,
  looksLike: () => false,
  open: async (input, options) => (await import('./jsonl/format.js')).openJsonl(input, options, name),
})

const table = (name: string, extensions: readonly string[], delimiter: string, others = ''): Format => ({
  name,
  extensions,
  summary: `a table, separated by ${delimiter === '\t' ? 'tabs' : 'commas, semicolons, tabs or bars'}`,
  looksLike: (head) => [delimiter, ...others].some((one) => isDelimited(head, one)),
  open: async (input, options) =>
    (await import('./csv/format.js')).openDelimited(name, delimiter, input, options),
})

/** All formats, in the order of content detection, most specific first. What reads one is loaded when it is needed. */
export const formats: readonly Format[] = [
  {
    name: 'parquet',
    extensions: ['parquet', 'pq'],
    summary: 'a table; nested columns are kept in `meta`',
    looksLike: ({ bytes }) => isParquet(bytes),
    open: async (input, options) => (await import('./parquet/format.js')).openParquet(input, options),
  },
  {
    name: 'zip',
    extensions: ['zip'],
    summary: 'a folder in a ZIP archive',
    looksLike: ({ bytes }) => isZip(bytes) && !isWorkbook(bytes),
    open: async (input, options) => (await import('./zip.js')).openZip(input, options),
  },
  {
    name: 'xlsx',
    extensions: ['xlsx', 'xlsm'],
    summary: 'the first sheet of an Excel workbook that is a table: with rows of several cells',
    looksLike: ({ bytes }) => isZip(bytes),
    open: async (input, options) => (await import('./xlsx/format.js')).openXlsx(input, options),
  },
  {
    name: 'jsonl',
    extensions: ['jsonl', 'ndjson', 'json'],
    summary:
      'one object per line, one array of objects or texts, or one object around such an array: `text`, `features` or `x`, or a table by its keys; `{"user": {"age": 3}}` has the column `user.age`',
    looksLike: ({ lines }) =>
      lines.length > 0 &&
      (/^\s*\[\s*(?:[{"\]]|$)/.test(lines[0]!) ||
        /^\s*\{\s*"/.test(lines.slice(0, 2).join('\n')) ||
        lines.every((line) => /^\s*\{\s*["}]/.test(line))),
    open: async (input, options) => (await import('./jsonl/format.js')).openJsonl(input, options),
  },
  ...Object.entries(TOOLS).map(tool),
  {
    name: 'mbox',
    extensions: ['mbox', 'mbx'],
    summary: 'a mailbox: sender, subject and text of each mail; unlabelled',
    looksLike: ({ lines }) => MAIL_START.test(lines[0] ?? '') && /^[\w-]+:/.test(lines[1] ?? ''),
    open: async (input, options) => (await import('./mbox.js')).openMbox(input, options),
  },
  {
    name: 'arff',
    extensions: ['arff'],
    summary: 'Weka and MOA, dense and sparse',
    looksLike: ({ lines }) =>
      /^\s*@(relation|attribute)\b/i.test(lines.find((line) => !/^\s*%/.test(line)) ?? ''),
    open: async (input, options) => (await import('./arff/format.js')).openArff(input, options),
  },
  libsvm,
  {
    name: 'vw',
    extensions: ['vw'],
    summary: 'labels, weights, tags, namespaces and features',
    looksLike: ({ lines }) => lines.length > 0 && lines.slice(0, 10).every((line) => VW_HEAD.test(line)),
    open: async (input, options) => (await import('./vw.js')).openVw(input, options),
  },
  table('tsv', ['tsv', 'tab'], '\t'),
  table('csv', ['csv'], ',', ';'),
  // Other formats also have the extension `.txt`, so the content decides first.
  {
    name: 'text',
    extensions: ['txt', 'text'],
    summary: 'one text per line; unlabelled. A `.txt` file in which no other format is recognised',
    sharesExtensions: true,
    // A line with features is an invalid line of LIBSVM rather than a text, and should be reported.
    looksLike: ({ lines: [first, ...rest] }) =>
      first !== undefined &&
      !(libsvm.looksLike({ bytes: NOTHING, lines: [first] }) && rest.some((line) => FEATURE.test(line))),
    open: async (input, options) => (await import('./lines.js')).openLines(input, options),
  },
]

const NOTHING = new Uint8Array(0)

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04]
/** The first file of a workbook, after the fixed part of its header. */
const WORKBOOK = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/)/
const NAME_AT = 30

const isZip = (bytes: Uint8Array): boolean => ZIP_MAGIC.every((byte, k) => bytes[k] === byte)

const isWorkbook = (bytes: Uint8Array): boolean =>
  WORKBOOK.test(new TextDecoder().decode(bytes.subarray(NAME_AT, NAME_AT + 40)))

/** The part before the first bar: empty, a number, a name and perhaps numbers, or a quoted tag. */
const VW_HEAD = /^\s*(?:[-+]?[.\d][^|]*|(?:[^\s|]+\s+){0,3}'[^|]*|[A-Za-z]\w*\s+(?:[.\d]\S*\s+){0,2})?\|/

/** Whether every line has the same number of fields, more than one, with or without quoting. */
const isDelimited = ({ lines }: Head, delimiter: string): boolean => {
  const text = lines.join('\n')
  const closed = text.replace(/"[^"]*"/g, '')
  // The head may end inside quotes, in which case its last record is incomplete.
  const records = closed.includes('"') ? closed.replace(/\n[^\n]*"[\s\S]*$/, '') : closed
  return [records, text].some((candidate) => {
    const counts = candidate.split('\n').map((line) => line.split(delimiter).length)
    return counts[0]! > 1 && counts.every((count) => count === counts[0])
  })
}
