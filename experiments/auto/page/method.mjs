// The method in words and formulas. Every constant comes from the core.
import { citations, DESIGN, findAlgorithm } from '@askance/core/internals'
import { constantsOf, count } from './tools.mjs'

const d = DESIGN
const curve = constantsOf('budget/curve.ts')
const steering = constantsOf('budget/steering.ts')
const { FLOOR } = constantsOf('rounds/paced.ts')
const { USUAL_CREDIT } = constantsOf('budget/budget.ts')

const capacity = findAlgorithm('auto').parameters.find(({ name }) => name === 'capacity')

const memory = capacity
  ? `It keeps at most ${count(capacity.default)} answered rows (\`capacity\`); beyond that, of ${d.evictionDraws} that are drawn the one with the smallest steps goes.`
  : 'It keeps every answered row.'

const growth = Math.round(100 * (d.refreshGrowth - 1))

export const methodSection = () => `## The method

Words: N answers so far, M = 3 members, K classes, T rounds, B = ⌊ratio · T⌋ questions. All chance is seeded.

### 1. Features without units

Every row, asked about or not, tells how often each feature is there, its mean and its spread. A feature in more than
${100 * d.dense} % of the rows is **dense**, the others are **sparse**.

\`\`\`text
dense:   z = (x − mean) / deviation,   then sign(z) · ln(1 + |z|)
sparse:  c = (share of rows with it)^−${d.rarity},   g = log₂(1 + |x| / root mean square of its values)
\`\`\`

So a feature has no unit, what lies far out does not drown the rest, and a rare word counts more than a frequent one. These
scales are measured anew whenever the rows have grown by ${growth} %; the stored rows then follow. The work is spread over
many rounds, so that no single one is long.

### 2. Three ways to see a row

| way | dense | sparse | |
| --- | --- | --- | --- |
| **presence** | z | sign(x) · c | what is there |
| **values** | z · rel | sign(x) · g · c · rel | how much, weighed by relevance |
| **waves** | | | ${d.waves} random Fourier features of _values_, so that a linear member can bend |

Each has an intercept, which is one feature among the others, and is then brought to length 1: no step size and no scale is
left to choose. The waves are √(2/${d.waves}) · cos(Ωu + φ) with Ω ~ N(0, 2γ), γ = ${d.width} [1]; their intercept is
${d.waveIntercept}. Which frequencies a
feature gets depends on its values and the rows it is in, not on its number or unit. They end for good once more than ${count(d.maxWaveFeatures)} different
features were met: text needs no kernel.

### 3. Relevance

From ${d.relevanceFrom} answers on, each feature is tested for whether it has to do with the classes: F of the one-way
analysis of variance over the stored rows [2].

\`\`\`text
ρ = max(0, 1 − ${d.relevanceDemand}/F) · (1 − m),   rel² = max(least, ρ) / max(least, highest ρ)
\`\`\`

A useless feature has F ≈ 1 and is nearly left out. m is the false discovery rate at which the feature would just count as
found [3]: of ten thousand useless features many have a large F by chance. It counts from ${d.discoveryFrom} answers on, and so does
the division by the highest ρ. \`least\` is ${d.minRelevance}, and less where there are so many useless features that they would
together have more than ${100 * d.noiseShare} % of what the others say.

### 4. Members

To each way belongs a support vector machine with squared hinge loss over all stored rows, in the dual [4], with C =
${d.presenceCost} (presence), ${d.valueCost} (values) and ${d.waveCost} (waves). A visit brings the step α of one row to its optimum:

\`\`\`text
t = max((1 − y w·u − α/(2C)) / (‖u‖² + 1/(2C)), −α);   α ← α + t;   w ← w + t y u
\`\`\`

The first visit to a row is the step of PA-II [5]; later ones can take it back. For each answer the new row is visited, then
${d.replays} stored rows that are drawn, then the new one again. With several classes the same is done for the row's class and its
rivals, the strongest first. ${memory}

### 5. The stack

One probability is made of what the members say, by a logistic regression on their scores s_m _before_ each answer [6]:

\`\`\`text
p(c) ∝ exp(Σ_m A_m s_m[c] + b e[c]),   A_m ≥ 0
minimise  −Σ log p(y) + (${d.slopeRidge}·M/2) Σ_m (A_m − ${d.slope}/M)² + (${d.offsetRidge}/2) b²   over the last ${d.stackWindow} answers
\`\`\`

With two classes b is an offset. With more, e are the log frequencies of the classes, from ${d.priorFrom} answers for each class on
and only as far as they differ beyond chance. It is fitted at every answer while there are fewer than ${d.stackEager}, then whenever they have
grown by ${Math.round(100 * (d.stackGrowth - 1))} %, by at most ${d.newtonSteps} Newton steps.

### 6. The threshold

For accuracy, predict the likelier class. For F1 = 2·hits/(positives + predicted positives), one more positive
prediction with probability p raises it if and only if p > hits/(positives + predicted), which is F1/2 [7]. All three are
expected counts over _all_ rounds, so that no label is needed. The threshold stays within ${d.minThreshold} and
${d.maxThreshold}. The same is done for the weighted sum and for costs.

### 7. Whom to ask

With q the distance of the log odds to the threshold (several classes: between the best two),

\`\`\`text
P(ask) = 1 / (1 + (q/b)²),   and at least ${FLOOR} · rate
\`\`\`

where b is solved for so that the mean of P over the last ${steering.WINDOW} rows is the rate at which questions should be spent. One coin
decides. P is recorded; since it has a floor, estimates over all rows exist.

### 8. When to ask

Early answers teach more. With a known horizon spending follows

\`\`\`text
S(t) = B · (t/T)^${curve.EXPONENT}       (the exponent falls to ${(curve.EXPONENT - curve.EARLIER).toFixed(2)} where B ≤ ${curve.FEW})
\`\`\`

and B is never exceeded. After the n-th change of the stream (below) what is left is spread more evenly: the share n/(n+1) of
it linearly. Without a horizon: at most ratio · t + ${USUAL_CREDIT} at every moment.

### 9. Minds of every age

The members and their stack are a mind. The eldest has learned all answers. From the ${d.historyFrom}th answer on, every ${d.historyStep} answers
another one begins that knows only what comes then (it sees presence only, and has ${d.youngReplays} replay an answer); few are kept, so
that their ages about double [8]. What they say is weighed by how well each foretold the answers of late [9]:

\`\`\`text
w ← w · max(${d.minLikelihood}, p(y)), Σ w = 1;   w ← ${(1 - d.sharedWeight).toFixed(2)} w + ${d.sharedWeight} · s,   s: one half to the eldest, one half to all alike
\`\`\`

Where nothing changes the eldest speaks alone. **Alarm**: bet half of what you have on a younger mind whenever just one of it
and the eldest is right. If the younger one is no better, the bet passes e^${d.successionLead} times its stake with probability e^−${d.successionLead} at most [10]. When it
does, an heir takes over the answers since that mind began, and visits each of them ${d.alarmVisits} times; the eldest with the older answers
stays beside the others, frozen: should the old stream come back, the two change places.

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
