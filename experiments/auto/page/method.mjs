// The method in words and formulas. Every constant comes from the core.
import { citations, DESIGN, findAlgorithm } from '@askance/core/internals'
import { constantsOf, count } from './tools.mjs'

const d = DESIGN
const curve = constantsOf('budget/curve.ts')
const steering = constantsOf('budget/steering.ts')
const { FLOOR } = constantsOf('rounds/deciding.ts')
const { DEFAULT_CREDIT } = constantsOf('budget/budget.ts')

const capacity = findAlgorithm('auto').parameters.find(({ name }) => name === 'capacity')

const memory = capacity
  ? `It keeps at most ${count(capacity.default)} answered rows (\`capacity\`); beyond that, of ${d.evictionDraws} random rows the one with the smallest steps is removed.`
  : 'It keeps every answered row.'

const growth = Math.round(100 * (d.refreshGrowth - 1))

export const methodSection = () => `## The method

Notation: N answers so far, M = 3 members, K classes, T rounds, B = ⌊ratio · T⌋ questions. All randomness is seeded.

### 1. Features without units

Every row, asked about or not, updates the frequency, mean and spread of each feature. A feature in more than
${100 * d.dense} % of the rows is **dense**, the others are **sparse**.

\`\`\`text
dense:   z = (x − mean) / deviation,   then sign(z) · ln(1 + |z|)
sparse:  c = (share of rows with it)^−${d.rarity},   g = log₂(1 + |x| / root mean square of its values)
\`\`\`

Features therefore have no unit, outliers do not dominate, and a rare word counts more than a frequent one. The scales are
recomputed whenever the number of rows has grown by ${growth} %, and the stored rows are updated to the new scales. This renewal is
spread over many rounds so that no single round takes long.

### 2. Three views of a row

| view | dense | sparse | |
| --- | --- | --- | --- |
| **presence** | z | sign(x) · c | which features |
| **values** | z · rel | sign(x) · g · c · rel | how much, weighed by relevance |
| **waves** | | | ${d.waves} random Fourier features of _values_, for a nonlinear boundary |

Each view has an intercept, treated like any feature, and is then scaled to length 1, so there is no step size to choose. The waves are √(2/${d.waves}) · cos(Ωu + φ) with Ω ~ N(0, 2γ), γ = ${d.width} [1]; their intercept is
${d.waveIntercept}. The frequencies of a feature depend on its values and the rows it is in, not on its index or unit. Waves are switched off for good
once more than ${count(d.maxWaveFeatures)} different features have been seen, because text needs no kernel.

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
${d.presenceCost} (presence), ${d.valueCost} (values) and ${d.waveCost} (waves). A visit sets the step α of one row to its optimum:

\`\`\`text
t = max((1 − y w·u − α/(2C)) / (‖u‖² + 1/(2C)), −α);   α ← α + t;   w ← w + t y u
\`\`\`

The first visit to a row is the step of PA-II [5]; later visits can undo it. For each answer the new row is visited, then
${d.replays} random stored rows, then the new row again. With several classes the same is done for the row's class and its
rivals, the strongest first. ${memory}

### 5. The stack

A logistic regression combines the members' scores s_m, taken _before_ each answer, into one probability [6]:

\`\`\`text
p(c) ∝ exp(Σ_m A_m s_m[c] + b e[c]),   A_m ≥ 0
minimise  −Σ log p(y) + (${d.slopeRidge}·M/2) Σ_m (A_m − ${d.slope}/M)² + (${d.offsetRidge}/2) b²   over the last ${d.stackWindow} answers
\`\`\`

With two classes b is an offset. With more, e are the log frequencies of the classes, from ${d.priorFrom} answers for each class on
and only as far as they differ beyond chance. The stack is fitted at every answer while there are fewer than ${d.stackEager}, then whenever they have
grown by ${Math.round(100 * (d.stackGrowth - 1))} %, by at most ${d.newtonSteps} Newton steps.

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
S(t) = B · (t/T)^${curve.EXPONENT}       (the exponent drops to ${(curve.EXPONENT - curve.EARLIER).toFixed(2)} where B ≤ ${curve.FEW})
\`\`\`

and B is never exceeded. After the n-th change of the stream (below) the rest is spent more evenly: the share n/(n+1) of it linearly. Without a horizon, at
most ratio · t + ${DEFAULT_CREDIT} questions are asked by round t.

### 9. Ensembles of different ages

The members and their stack form an ensemble. The primary ensemble has learned all answers. From the ${d.historyFrom}th answer on, another one
starts every ${d.historyStep} answers and learns only later ones (with the presence view only and ${d.youngReplays} replay per answer). Few are kept, so that
their ages roughly double [8]. Their predictions are weighted by how well each predicted recent answers [9]:

\`\`\`text
w ← w · max(${d.minLikelihood}, p(y)), Σ w = 1;   w ← ${(1 - d.sharedWeight).toFixed(2)} w + ${d.sharedWeight} · s,   s: one half to the primary, one half shared equally
\`\`\`

Without drift, the primary has almost all the weight. **Alarm**: bet half of the capital on a younger ensemble whenever exactly one
of it and the primary is right. If the younger one is no better, the capital reaches e^${d.successionLead} times the stake with probability at most
e^−${d.successionLead} [10]. When it does, a successor takes over the answers since that ensemble started and visits each of them ${d.alarmVisits} times. The
primary with the older answers is kept, frozen; if the old stream comes back, the two swap places.

### Sources

1. ${citations['rahimi-2007']}
2. R. A. Fisher: Statistical methods for research workers. 1925
3. Y. Benjamini, Y. Hochberg: Controlling the false discovery rate. Journal of the Royal Statistical Society B 57 (1995) 289–300
4. ${citations['hsieh-2008']}
5. ${citations['crammer-2006']}
6. D. H. Wolpert: Stacked generalization. Neural Networks 5 (1992) 241–259
7. Z. C. Lipton, C. Elkan, B. Naryanaswamy: Optimal thresholding of classifiers to maximize F1 measure. ECML PKDD 2014, 225–239
8. E. Hazan, C. Seshadhri: Efficient learning algorithms for changing environments. ICML 2009, 393–400
9. M. Herbster, M. K. Warmuth: Tracking the best expert. Machine Learning 32 (1998) 151–178
10. J. Ville: Étude critique de la notion de collectif. 1939
`
