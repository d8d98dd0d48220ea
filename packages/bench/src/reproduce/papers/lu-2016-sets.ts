import type { SetSpec } from '../../protocol/protocol.js'

/** The binary sets that the text of the paper names. */
export const a8a: SetSpec = {
  name: 'a8a',
  source: { data: 'a8a' },
  note: 'The 22,696 training rows; the paper probably had the test rows too.',
}

export const magic04: SetSpec = { name: 'magic04', source: { data: 'magic04' }, scaling: 'standardize' }

export const svmguide1: SetSpec = {
  name: 'svmguide1',
  source: { data: 'svmguide1' },
  scaling: 'standardize',
}

export const w8a: SetSpec = {
  name: 'w8a',
  source: { data: 'w8a' },
  note: 'The 49,749 training rows; the paper probably had the test rows too. Empty rows are predicted positive, which costs much F1.',
}

const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, k) => String(from + k))

/** Not named in the text that we have. */
export const binaryLetter: SetSpec = {
  name: 'letter',
  source: { data: 'letter' },
  groups: { positive: numbered(1, 13), negative: numbered(14, 26) },
  scaling: 'standardize',
  note: 'A substitute for a set whose name is lost: letters A to M against N to Z (our choice).',
}

/** Groups 2–6 are comp.*, 8–11 rec.*, 12–15 sci.*, 16 is soc.religion.christian. */
export const textSets: readonly SetSpec[] = [
  {
    name: 'rcv1',
    source: { data: 'rcv1' },
    note: 'The paper has 4,086 documents with 29,992 words and does not say which.',
  },
  {
    name: 'comp-rec',
    source: { data: '20newsgroups' },
    groups: { positive: numbered(2, 6), negative: numbered(8, 11) },
    note: '8,870 documents, as in the paper; the vocabulary is our own. Choosing comp as positive is our decision.',
  },
  {
    name: 'rec-sci',
    source: { data: '20newsgroups' },
    groups: { positive: numbered(8, 11), negative: numbered(12, 16) },
    note: 'The paper has 8,928 documents: that is rec and sci (7,931) with the next group, soc.religion.christian (997), which therefore counts as sci here. The vocabulary is our own.',
  },
]

export const webSets: readonly SetSpec[] = [
  {
    name: 'url',
    source: { data: 'url' },
    note: 'The paper has 1,782,206 of the 2,396,130 rows.',
  },
  { name: 'webspam', source: { data: 'webspam' } },
]

const standIn = 'A substitute: the names of the paper’s nine sets are lost.'

const multiclass = (name: string, more: Partial<SetSpec> = {}): SetSpec => ({
  name,
  source: { data: name },
  note: standIn,
  ...more,
})

/** Sets of the LIBSVM collection that we have. */
export const multiclassSets: readonly SetSpec[] = [
  multiclass('covtype', {
    source: { data: 'covtype_first20k' },
    scaling: 'standardize',
    note: `${standIn} The first 20,000 rows.`,
  }),
  multiclass('glass'),
  multiclass('letter', { scaling: 'standardize' }),
  multiclass('mnist', { scaling: 'l2' }),
  multiclass('pendigits', { scaling: 'standardize' }),
  multiclass('segment'),
  multiclass('usps'),
  multiclass('vowel'),
]

export const multiclassTextSets: readonly SetSpec[] = [
  {
    name: 'news20',
    source: { data: 'news20_test' },
    note: 'The 3,993 rows of the test file; the paper has the 15,935 of the training file.',
  },
  { name: 'rcv1_multiclass', source: { data: 'rcv1_multiclass' } },
]

const sample = (name: string): SetSpec => ({
  name,
  source: { data: name },
  note: 'A sample of the malicious URLs with few malicious ones, drawn by the authors; its size and class ratio are lost.',
})

export const url1: SetSpec = sample('url1')
export const url2: SetSpec = sample('url2')
