// The method in words and formulas. Every constant comes from the core.
import { citations, DESIGN, findAlgorithm } from '@askance/core/internals'
import { constantsOf, count } from './tools.mjs'

const d = DESIGN
const curve = constantsOf('budget/curve.ts')
const steering = constantsOf('budget/steering.ts')
const changes = constantsOf('budget/changes.ts')
const { FLOOR } = constantsOf('rounds/deciding.ts')
const { DEFAULT_CREDIT } = constantsOf('budget/budget.ts')

const capacity = findAlgorithm('auto').parameters.find(({ name }) => name === 'capacity')

const memory = capacity
  ? `It keeps at most ${count(capacity.default)} answered rows (\`capacity\`); beyond that, of ${d.evictionDraws} random rows the one with the smallest steps is removed.`
  : 'It keeps every answered row.'

const growth = Math.round(100 * (d.refreshGrowth - 1))
const lateGrowth = Math.round(100 * (d.lateGrowth - 1))

export const methodSection = () => `## The method

Notation: N answers so far, M = 3 members (4 with vectors), K classes, T rounds, B = ⌊ratio · T⌋ questions. All randomness is seeded.

### 1. Features without units

Every row, asked about or not, updates the frequency, mean and spread of each feature. A feature in more than
${100 * d.dense} % of the rows is **dense**, the others are **sparse**.

\`\`\`text
dense:   z = (x − mean) / deviation,   then sign(z) · ln(1 + |z|)
sparse:  c = (share of rows with it)^−${d.rarity},   g = log₂(1 + |x| / root mean square of its values)
\`\`\`

Features therefore have no unit, outliers do not dominate, and a rare word counts more than a frequent one. The scales are
recomputed whenever the number of rows has grown by ${growth} %, from ${count(d.lateFrom)} rows on by ${lateGrowth} %, and the stored rows are updated to the new
scales. This renewal is spread over many rounds so that no single round takes long.

### 2. Views of a row

| view | dense | sparse | |
| --- | --- | --- | --- |
| **presence** | z | sign(x) · c | which features |
| **values** | z · rel | sign(x) · g · c · rel | how much, weighed by relevance |
| **kernel** | | | up to ${count(d.maxKernelFeatures)} features: the same as _values_, but with another length, for a nonlinear boundary |
| **topics** | | | more features: the topics of the row, learned from all rows without labels |
| **vector** | | | the embedding of the item, if items have one |

Each view has an intercept, treated like any feature. _Presence_ and _values_ are then scaled to length 1, so there is no step size to choose. The view of the kernel
is divided by one number for all rows, the root mean square length of the answered rows (at most ${d.lengthRows} of them, measured at every renewal of the scales; before ${d.minLengthRows} answers, by the row's own length), so
that it keeps how far out a row lies.

**Topics.** Features that occur in the same rows belong together, so that an answer about one tells something about the others. A
truncated singular value decomposition finds them, from a sample of at most 2,048 rows spread evenly over all rows so far:

\`\`\`text
a = weights (share of rows with the feature)^−½ of the row's features, 0 where that share is above ½; length 1
Z = Σ a (aᵀV);   V ← Z (ZᵀZ)^−½          features × 32; four rounds from a random start, then one at each renewal of the scales
t = Vᵀa;   u = [0.3, S^½ (t − mean) / √trace(S²)], length 1          S: covariance of t
\`\`\`

Features in at least 3 rows count, at most 16,384 of them. The roots are symmetric, so that topics stay where they were when they are
computed again [11]. S^½ lets strong topics count more; therefore their number hardly matters. A model of texts contains the features of
the sampled rows, also of unlabelled ones. In a pool they are computed before the first question, and used once every class has a label, or after 200 labels.

**Vectors.** The numbers of an [embedding](embeddings.md) have no meaning of their own; as features, they would be dense among sparse words. An embedding is a
view of its own: the vectors v, each of length 1, are centred by the mean of the n vectors so far, which is updated at every renewal of the scales:

\`\`\`text
m = Σ v / (n + 1);   r = √max(0.05, 1 − ‖m‖²);   u = [0.3, (v − m) / r], length 1
\`\`\`

Whitening, or removing the largest components, was worse: they are the subjects. A row without a vector is not scored by this member and changes nothing in it. The
member joins the stack with the first vector, whenever that comes. Several vectors of an item are
joined to one. On 3,000 posts of 20newsgroups_text with averaged word vectors of subject and body (without topics, two permutations, accuracy at 2 and 5 % labels), words with the two joined had 31.6 and 50.0, no more than with the body alone (31.4 and 50.1);
centred before they were joined, 36.1 and 53.4; and with a view for each, which was only a trial, 39.9 and 54.6.

### 3. Relevance

From ${d.relevanceFrom} answers on, each feature is tested for association with the classes: F of the one-way analysis of variance over the stored rows [2].

\`\`\`text
ρ = max(0, 1 − ${d.relevanceDemand}/F) · (1 − m),   rel² = max(min, ρ) / max(min, highest ρ)
\`\`\`

A useless feature has F ≈ 1 and gets almost no weight. m is the false discovery rate at which the feature would just be
significant [3]: of ten thousand useless features many have a large F by chance. m and the division by the highest ρ apply from
${d.discoveryFrom} answers on. \`min\` is ${d.minRelevance}, and less if there are so many useless features that together they would have more than
${100 * d.noiseShare} % of the weight of the others.

### 4. Members

Each view has a support vector machine with squared hinge loss over all stored rows, solved in the dual [4], with C =
${d.presenceCost} (presence), ${d.valueCost} (values), ${d.kernelCost} (kernel), ${d.topicCost} (topics) and ${d.vectorCost} (vector). A visit sets the step α of one row to its optimum:

\`\`\`text
t = max((1 − y f(u) − α/(2C)) / (k(u, u) + 1/(2C)), −α);   α ← α + t;   f ← f + t y k(u, ·)
\`\`\`

All but the kernel are linear: k(u, u′) = u·u′. The kernel is exact [1] with two widths at once, so that none is to be chosen:

\`\`\`text
k(u, u′) = ½ e + ½ e⁵ + 0.09,   e = exp(−2 ‖u − u′‖²)
\`\`\`

The kernel of every two of its rows and the score of each row are kept, so a visit changes the scores of all rows and computes no kernel. Both are in
single precision. The kernel is computed in the same order of features always, so that a saved model need not store it. It has at most ${count(d.kernelRows)} rows (fewer, but not
fewer than ${d.minKernelRows}, if they have more than ${d.kernelEntries / d.kernelRows} entries); when it is full, the row with the smallest steps leaves this member. It is switched off for good once more than ${count(d.maxKernelFeatures)} different
features have been seen, because topics serve text better, and when from ${d.sleepFrom} answers on the stack gives it less than ${100 * d.sleepShare} % of the weight ${d.sleepLooks} times in a row, ${d.sleepStep} answers apart.

The first visit to a row is the step of PA-II [5]; later visits can undo it. For each answer the new row is visited, then
${d.replays} random stored rows (the kernel visits ${d.kernelReplays} more), then the new row again. With several classes the same is done for the row's class and its
rivals, the strongest first; the weights of the linear members are then kept in single precision. ${memory}

### 5. The stack

A logistic regression combines the members' scores s_m, taken _before_ each answer, into one probability [6]:

\`\`\`text
p(c) ∝ exp(Σ_m A_m s_m[c] + b e[c]),   A_m ≥ 0
minimise  −Σ log p(y) + (${d.slopeRidge}·M/2) Σ_m (A_m − ${d.slope}/M)² + (${d.offsetRidge}/2) b²   over the last ${d.stackWindow} answers
\`\`\`

With two classes b is an offset. With more, e are the log frequencies of the classes, from ${d.priorFrom} answers for each class on
and only as far as they differ beyond chance. The stack is fitted at every answer while there are fewer than ${d.stackEager}, then whenever they have
grown by ${Math.round(100 * (d.stackGrowth - 1))} %, by at most ${d.newtonSteps} Newton steps, with exponentials in single precision.

Scores of the time of asking are those of a model that knew less. From ${d.refitFrom} to ${d.refitUntil} answers, whenever they have grown by ${Math.round(100 * (d.refitGrowth - 1))} %, they are replaced by
cross-fitted ones: five folds, each scored by members that learned the other four. This is computed over as many rounds as there are answers, and takes
effect at its end. On the first 5,000 rows of w8a, sms_spam, a9a, usenet1, german and letter, with 12 permutations each, it gave +1.8 points on average at 2 % labels, 0.0 at 5 %
and +0.4 at 10 %; sms_spam +1.5, +0.5 and +0.4.

### 6. The threshold

For accuracy, predict the likelier class. For F1 = 2·hits/(positives + predicted positives), one more positive
prediction with probability p raises it if and only if p > hits/(positives + predicted), which is F1/2 [7]. All three are expected counts over _all_ rounds, which need no label. The threshold stays within ${d.minThreshold} and
${d.maxThreshold}. The same is done for the weighted sum and for costs.

### 7. Which items to ask about

With q the distance of the log odds to the threshold (several classes: between the best two),

\`\`\`text
P(ask) = 1 / (1 + (q/b)²),   and at least ${FLOOR} · rate
\`\`\`

where b is chosen so that the mean of P over the last ${steering.WINDOW} rows is the rate the budget asks for. One coin decides. P is
recorded and has a floor, so estimates over all rows exist.

### 8. When to ask

Early answers are worth more. With a known horizon, spending follows

\`\`\`text
S(t) = B · (t/T)^e,   e = min(${curve.EXPONENT}, ${curve.EARLIEST} + ${(curve.EXPONENT - curve.EARLIEST).toFixed(1)} x),   x = ln((B/K)/${curve.FEW_EACH}) / ln(${curve.ENOUGH_EACH}/${curve.FEW_EACH}) from 0 to 1
\`\`\`

and B is never exceeded: with fewer than ${curve.ENOUGH_EACH} labels for each class they are spent earlier. (e is at most ${(curve.EXPONENT - curve.EARLIER).toFixed(2)} where B ≤ ${curve.FEW}.) Where x < 1, at most ${100 * curve.MAX_RATE} % of the items are asked about
after the first ${curve.FREE_ITEMS}, so that questions are still selected. After the n-th change of the stream (below) the rest is spent more evenly: e is ${curve.EXPONENT} again, and the share n/(n+1) of the rest is spent linearly.

**Very few labels.** The rate looks ahead to where the curve is ${curve.QUESTIONS_AHEAD} questions higher, at least ${curve.MIN_AHEAD} items and a fiftieth of the past. Where B ≤ ${curve.VERY_FEW} and B/K < ${curve.VERY_FEW_EACH}, the curve turns flat so early that this is far ahead, so
overdue questions count among the ${curve.QUESTIONS_AHEAD}: of 31 labels for 26 classes (isolet at 2 %), 21 are asked by item 60 instead of 16. With 20 to 45 labels, on twelve fresh permutations of six sets, this brings +0.9 points: vowel +5.3, mnist +2.3,
news20_test +1.5, glass 0.0, covtype −1.5, and outdoor_objects, which has an order, −2.2. It was designed on none of them, but the two limits were set after other permutations of four of them. On five other sets it brings +1.2.

**Order.** If neighbours in time are alike, drift is likely. This is tested without labels, on every row up to the ${count(d.orderRows)}th, then on every ${d.orderStep}th up to the ${count(d.orderEnd)}th: with p the presence view without its intercept, and
r one of the last ${d.orderKept} rows,

\`\`\`text
δ = p(x_t)·p(x_{t−1}) − p(x_t)·p(x_r),   z = mean(δ) / (deviation(δ)/√n)
\`\`\`

With z > ${d.orderScore} and n ≥ ${d.orderCount} the stream has an order, and from then on at least ${100 * changes.ORDERED} % of the rest is spent linearly. Before, as long as z > ${d.orderLikelyScore} and n ≥ ${d.orderLikelyCount}, e is ${curve.EXPONENT}: the first rows may be of a few classes only, and labels that are spent early would be missing for the others. Streams in which only the labels change look shuffled. Until the test ends, a saved model contains these rows, also unlabelled ones. Without a horizon, at
most ratio · t + ${DEFAULT_CREDIT} questions are asked by round t.

**Tried, and not kept.** Differences are in points of the score. Permutations are fresh if the idea was not found on them.

Spending:

- Up to 30 % of many labels spent evenly, so that later changes are noticed: +0.3 at 10 % labels on nine changed streams, −0.2 on eight shuffled sets.
- A fifth of few labels spent evenly, at 2 %: +1.5 on six changed streams, −1.0 on seven shuffled sets.
- Spending evenly while younger ensembles have much of the weight: +0.4, 0.0 and 0.0 at 10, 20 and 5 %, within chance.
- Waiting with few labels until the test of the order can tell, in row 82, whatever its z: +10.6 at 2 % on outdoor_objects, but −2.0 on isolet and −1.2 on segment.
- An exponent below 0.1 with fewer than ten labels for each class: +0.3 on five sets, within chance.
- Overdue questions caught up with in more cases. With more than 15 labels for each class: −0.3 on average in 15 cells of six sets. With fewer, but more than 50 in all: 0.0 in 12 cells. Both are within chance. For two classes with 28 to 30 labels: +2.0 on relathe, but −7.2 on usenet1, which drifts; with 20, +2.1 on german.

Vectors on ag_news_test whose classes are exchanged half-way, at 2 %. In the last quarter 59.0 % are right, with 18 of 120 labels asked after the change; it would be 73.3 % with e = 0.4, and 82.0 % with labels spent evenly:

- A new ensemble every 8 answers: 67.7 on the first four permutations, but 56.8 to 58.8 on three others.
- 4 replays for younger ensembles: 49.0.
- An ensemble that begins with the answers that contradict the primary more than its own probabilities allow (z above 2 to 2.5 over the last 4 to 6 answers): 48.7 to 63.4 in four variants, on four permutations with 50.5 without it. All are short of 70.

Few labels, and many features or classes. Three figures are those at 2, 5 and 10 %, on three to eight permutations:

- An F moderated by five further degrees of freedom, for few labels of each class: up to +0.9 on the first permutations, −0.2 on fresh ones.
- A cost of 1 for _values_ with few labels of each class, as isolet at 2 and 5 % asks for: +3.3 and +1.1 on the first permutations, −0.1 and −0.7 on fresh ones, and −2.0 and −1.0 on vowel.
- Relevance only from 60 answers on: −0.4, −1.3 and 0.0 on seven dense sets.
- Initial slopes of the stack twice as large: +0.4, −0.5, −0.2.
- A cost of 10 for the kernel: −0.6, −0.5, −0.5.
- A kernel four times as wide (d/4): isolet +1.1, +1.9 and +1.5, but vowel −3 to −4 at 5 and 10 %, and segment −3.
- A width of the kernel by the data (d · min(1, 0.3/m), at least d/4, m the median of the squared distances of answered rows to the nearest other one): +0.6, +0.6 and +0.7 on six sets, but +1.2, −0.4 and +0.2 on fresh permutations of four of them, for up to a quarter more time.
- Neighbours of unlabelled rows as a further member (the 32 leading eigenvectors of the normalised affinities of 512 rows that are all known before the first question, extended to all rows, in place of a vector): at 2 % +7.0 on isolet, +3.5 on usps and +2.5 on segment, but −3.7 on letter and −8.8 on german. The mean of six sets is 0.0, −0.4 and −0.3.

The same with a batch machine (ridge) on 1 to 15 random labels for each class, 9 to 18 sets:

- Principal components of all rows, weighted by the root of their variance or by it: worse on 6 of 9 sets (isolet 38 instead of 44 with one label for each class) and level on the others.
- Nearest class means: no better than the linear machine, and up to 9 points worse with 15 labels.
- Features weighted by √(deviation/range): +1 to +2 for the kernel on six sets, −1 to −6 on spambase and electricity.

### 9. Ensembles of different ages

The members and their stack form an ensemble. The primary ensemble has learned all answers. From the ${d.historyFrom}th answer on, another one
starts every ${d.historyStep} answers and learns only later ones (with the views presence and vector only, and ${d.youngReplays} replay per answer). Few are kept, so that
their ages roughly double [8]. Their predictions are weighted by how well each predicted recent answers [9]:

\`\`\`text
w ← w · max(${d.minLikelihood}, p(y)), Σ w = 1;   w ← ${(1 - d.sharedWeight).toFixed(2)} w + ${d.sharedWeight} · s,   s: one half to the primary, one half shared equally
\`\`\`

Without drift, the primary has almost all the weight. **Alarm**: bet half of the capital on a younger ensemble whenever exactly one
of it and the primary is right. If the younger one is no better, the capital reaches e^${d.successionLead} times the stake with probability at most
e^−${d.successionLead} [10]. When it does, a successor takes over the answers since that ensemble started and visits each of them ${d.alarmVisits} times. The
primary with the older answers is kept, frozen; if the old stream comes back, the two swap places.

### Sources

1. ${citations['boser-1992']}
2. R. A. Fisher: Statistical methods for research workers. 1925
3. Y. Benjamini, Y. Hochberg: Controlling the false discovery rate. Journal of the Royal Statistical Society B 57 (1995) 289–300
4. ${citations['hsieh-2008']}
5. ${citations['crammer-2006']}
6. D. H. Wolpert: Stacked generalization. Neural Networks 5 (1992) 241–259
7. Z. C. Lipton, C. Elkan, B. Naryanaswamy: Optimal thresholding of classifiers to maximize F1 measure. ECML PKDD 2014, 225–239
8. E. Hazan, C. Seshadhri: Efficient learning algorithms for changing environments. ICML 2009, 393–400
9. M. Herbster, M. K. Warmuth: Tracking the best expert. Machine Learning 32 (1998) 151–178
10. J. Ville: Étude critique de la notion de collectif. 1939
11. H. Rutishauser: Computational aspects of F. L. Bauer's simultaneous iteration method. Numerische Mathematik 13, 1969
`
