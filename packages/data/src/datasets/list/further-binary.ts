import type { DataSet } from '../dataset.js'
import { atLibsvm } from './libsvm.js'

/** Data sets of two classes that are good to try beside those of the papers. */
export const furtherBinarySets: readonly DataSet[] = [
  {
    name: 'connect4',
    papers: [],
    task: 'binary',
    instances: 67_557,
    features: 126,
    classes: 2,
    origin:
      'UCI Connect-4 from the 121-data-set UCI benchmark collection (Fernandez-Delgado et al.), decoded back from its standardised values',
    licence: 'UCI (CC BY 4.0)',
    copy: {
      file: 'connect4.libsvm.gz',
      bytes: 367_326,
      sha256: 'e6986edf771d1e932b3f44120fb0f5cd092b98767e341fe89a87a9cd4b12da80',
    },
    notes:
      'all 67,557 positions x 126 indicators in LIBSVM coding (cell k: 3k+1 = x, 3k+2 = blank, 3k+3 = o) and in the UCI file order (lexicographic: shuffle before streaming); first 2,345 rows checked equal to a LIBSVM copy. The collection merges win and draw, so this is BINARY: +1 = the first player loses (16,635), -1 = wins or draws (50,922); the papers use the 3 classes',
  },
  {
    name: 'electricity',
    papers: [],
    task: 'binary',
    instances: 45_312,
    features: 8,
    classes: 2,
    origin: 'MOA elecNormNew.arff (Harries, New South Wales electricity market 1996-98)',
    licence: 'freely used in research; no explicit licence',
    copy: {
      file: 'electricity.libsvm.gz',
      bytes: 727_963,
      sha256: '4e9a13a8c716150690e2dffee6cf2928ad5dcc742059b023f350796d62ae6c2a',
    },
    notes:
      'chronological order (natural drift and strong label autocorrelation): keep it; features normalised to [0,1] except day (1..7, feature 2); +1 = UP',
  },
  {
    name: 'german',
    papers: [],
    task: 'binary',
    instances: 1_000,
    features: 24,
    classes: 2,
    origin: 'LIBSVM collection german.numer (UCI Statlog German Credit), from a boosting repository',
    urls: atLibsvm('binary/german.numer_scale'),
    licence: 'UCI (CC BY 4.0)',
    copy: {
      file: 'german.libsvm.gz',
      bytes: 13_287,
      sha256: 'fa48582f5915400d93f4b8a6d734dc19944dd766f56283594f4d06d3efb86c86',
    },
    notes:
      'raw german.numer scaled per feature to [-1,1] by minimum and maximum, as LIBSVM german.numer_scale; labels and values agree (up to a per-feature affine map) with a second copy; +1 = 300 of 1,000, LIBSVM coding',
  },
  {
    name: 'higgs_7500',
    papers: [],
    task: 'binary',
    instances: 7_500,
    features: 28,
    classes: 2,
    origin: 'UCI HIGGS subset shipped as the LightGBM binary-classification example (train + test)',
    licence: 'UCI (CC BY 4.0); LightGBM MIT',
    copy: {
      file: 'higgs_7500.libsvm.gz',
      bytes: 528_721,
      sha256: '26c41cbf0d30b921685530a927a2a4ff2e1fdc1bde62263d26d39f9708bb7cd7',
    },
    notes: '7,500 of 11,000,000 rows (7,000 + 500), 28 features, unscaled',
  },
  {
    name: 'ijcnn1',
    papers: [],
    task: 'binary',
    instances: 141_691,
    features: 22,
    classes: 2,
    origin:
      'LIBSVM collection ijcnn1 (IJCNN 2001 challenge), train + test files, from the tick data-set collection',
    urls: atLibsvm('binary/ijcnn1.bz2', 'binary/ijcnn1.t.bz2'),
    licence: 'LIBSVM data page, free for research',
    copy: {
      file: 'ijcnn1.libsvm.gz',
      bytes: 4_511_601,
      sha256: 'd02f401360ea51af6e75bdc6286c026bdf8fe6dd4bab5604ad039951fc520170',
    },
    notes:
      '141,691 = 49,990 train (first) + 91,701 test, as in the papers that merge them; LIBSVM order and scaling (winner transformation): 10 one-hot + 12 real features, 13 of 22 non-zero in every row. Train labels and features 11-22 equal a second (.mat) copy exactly; that copy had lost features 1-10 and was not used. Test rows: one copy only, not cross-checked',
  },
  {
    name: 'mushrooms',
    papers: [],
    task: 'binary',
    instances: 8_124,
    features: 112,
    classes: 2,
    origin: 'LIBSVM collection mushrooms (UCI Mushroom), from a .mat collection of LIBSVM sets',
    urls: atLibsvm('binary/mushrooms'),
    licence: 'UCI (CC BY 4.0)',
    copy: {
      file: 'mushrooms.libsvm.gz',
      bytes: 35_173,
      sha256: '8a95fcd8f6323f99ec0c8b497b7c609bde755de9f0b787057bc61497402e5f05',
    },
    notes: '112 binary indicators; +1 = LIBSVM label 1. Checked equal to a second copy',
  },
  {
    name: 'phishing_websites',
    papers: [],
    task: 'binary',
    instances: 11_055,
    features: 46,
    classes: 2,
    origin: 'UCI Phishing Websites (Mohammad et al.), one-hot version of the concept-drift collection',
    licence: 'UCI (CC BY 4.0)',
    copy: {
      file: 'phishing_websites.libsvm.gz',
      bytes: 61_745,
      sha256: '37f38ed44a7c51cfdbcd7444328501409e1c18f3d07138b993252ed19a92e3a9',
    },
    notes: '11,055 rows x 46 binary indicators; +1 = class 1 of the source',
  },
  {
    name: 'relathe',
    papers: [],
    task: 'binary',
    instances: 1_427,
    features: 4_322,
    classes: 2,
    origin:
      'scikit-feature feature-selection repository (RELATHE.mat); term counts from two 20 Newsgroups groups',
    licence: 'scikit-feature is GPL-2.0; 20 Newsgroups itself is freely redistributable',
    copy: {
      file: 'relathe.libsvm.gz',
      bytes: 238_140,
      sha256: '24bd37ca3f7d3385a764bdca8d723564ff01cf3aba0de9500f52da3963d6a176',
    },
    notes:
      'raw term counts, unscaled, original row order (rows come grouped by class: shuffle before streaming); larger label = +1. Content overlaps 20newsgroups.',
  },
  {
    name: 'spambase',
    papers: [],
    task: 'binary',
    instances: 4_601,
    features: 57,
    classes: 2,
    origin: 'UCI Spambase, from the R package kernlab',
    licence: 'UCI (CC BY 4.0)',
    copy: {
      file: 'spambase.libsvm.gz',
      bytes: 126_595,
      sha256: 'ec2422b3f01eadb13a45b5d43844822661b1259b7b050276c7e50ff76578dc98',
    },
    notes: 'unscaled; spam rows first: shuffle',
  },
  {
    name: 'usenet1',
    papers: [],
    task: 'binary',
    instances: 1_500,
    features: 99,
    classes: 2,
    origin: 'Katakis et al. usenet1 stream, from a .mat data set collection',
    licence: 'research use',
    copy: {
      file: 'usenet1.libsvm.gz',
      bytes: 4_814,
      sha256: 'eab3bc62eb775f6910d4064dcd55bc1a4068d9b4d08b66b95136ef72b47cdda2',
    },
    notes:
      '1,500 rows x 99 boolean words, stream order with abrupt recurring drift every 300 rows; keep the order',
  },
]
