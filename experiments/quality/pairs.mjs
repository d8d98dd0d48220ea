// The pairs of a data set and a budget that are played, and the widths that must be reached there, in points: half the width of the 95 %
// interval for a fixed time, of accuracy and of F1.

const pair = (set, labels, items, most = {}, more = {}) => ({ set, labels, items, most, ...more })

export const pairs = [
  pair('spambase', 100, 1000, { accuracy: 11, f1: 16.5 }),
  pair('basehock', 100, 1000, { accuracy: 10.8, f1: 11.8 }),
  pair('a9a', 100, 1000),
  pair('magic04', 100, 1000),
  pair('german', 200, 1000),
  pair('spambase', 200, 2000, { accuracy: 6.2, f1: 8.3 }),
  pair('a9a', 200, 2000, { accuracy: 10, f1: 18.5 }),
  pair('magic04', 200, 2000),
  pair('mushrooms', 200, 2000, { accuracy: 1.9 }),
  pair('pendigits', 200, 2000, { accuracy: 4.3 }),
  pair('spambase', 200, 2000, {}, { budget: { ratio: 0.1 }, name: 'spambase, 10 %' }),
  pair('sms_spam', 100, 1000),
  pair('w8a', 200, 2000),
  pair('usenet1', 150, 1500),
  pair('spamassassin_mail', 300, 5000, { accuracy: 2.7, f1: 4.2 }),
]

/** Items with P = 0, at most, by the kind of budget. */
export const mostUnsampled = ({ budget, items }) => (budget ? 0.02 : items <= 1000 ? 0.03 : 0.015)

/** Streams in the order of time, whose items are not exchangeable. */
export const isInOrder = ({ set }) => set === 'usenet1' || set === 'electricity'
