import { type Static, type TString, Type } from 'typebox'
import { integerSchema, Label, nullable, numberSchema, Round, recordSchema, strictObject } from './common.js'

const Interval = strictObject({ low: Type.Number(), high: Type.Number() }, 'Interval')

const EstimateView = strictObject(
  {
    value: Type.Optional(Type.Number({ description: 'Missing until there are informative answers' })),
    fromConfidence: Type.Optional(
      Type.Boolean({
        description: 'True while no answer was about the class: the value follows from the confidence',
      }),
    ),
    anyTime: Interval,
    fixedTime: Interval,
  },
  'Estimate',
)

const Estimates = strictObject(
  {
    items: Type.Number(),
    unsampled: Type.Number(),
    answers: Type.Number(),
    effectiveAnswers: Type.Number(),
    accuracy: EstimateView,
    precision: EstimateView,
    recall: EstimateView,
    f1: EstimateView,
    macroF1: EstimateView,
    sensitivity: EstimateView,
    specificity: EstimateView,
    sum: EstimateView,
    cost: EstimateView,
  },
  'QualityEstimates',
)

const Checks = Type.Optional(
  strictObject(
    {
      answered: Type.Integer({
        description: 'Audits that a second person answered too, without seeing the first answer',
      }),
      agreed: Type.Integer({ description: 'Those with the same answer' }),
      agreement: EstimateView,
      text: Type.String({ description: 'How often labellers agree, as a sentence' }),
    },
    'CheckReport',
  ),
)

const multiLabelEstimates = { hammingLoss: EstimateView, macroF1: EstimateView }

/** The estimates in words, as all pages and commands show them. */
const textsSchema = <Name extends string>(names: readonly Name[], title: string) =>
  strictObject(
    {
      ...(Object.fromEntries(names.map((name) => [name, Type.String()])) as Record<Name, TString>),
      interval: Type.String({ description: 'What kind of interval these are' }),
    },
    title,
  )

/** In a multi-label stream, over pairs of an item and a class. */
const MultiLabelQualityView = strictObject(
  {
    ...multiLabelEstimates,
    microF1: EstimateView,
    recent: strictObject(multiLabelEstimates, 'RecentMultiLabelQuality'),
    classes: recordSchema(Estimates, 1000, 'The estimates of each class; all intervals hold together'),
    text: textsSchema(['accuracy', 'microF1', 'macroF1'], 'MultiLabelText'),
    checks: Checks,
  },
  'MultiLabelQuality',
)

const SingleLabelQualityView = strictObject(
  {
    all: Estimates,
    recent: Estimates,
    now: strictObject(
      {
        items: Type.Number({ description: 'The number of latest items it is about' }),
        accuracy: strictObject({
          value: Type.Optional(Type.Number()),
          low: Type.Number(),
          high: Type.Number(),
        }),
      },
      'CurrentQuality',
    ),
    response: Type.Number({ description: 'The share of the questions that were answered' }),
    gainOverRandom: Type.Optional(
      strictObject(
        {
          items: Type.Number(),
          disagreements: Type.Number({
            description: 'Items on which the model and the shadow model disagree',
          }),
          informativeAnswers: Type.Number({ description: 'Answers about these items' }),
          labels: Type.Number({ description: 'Labels that the model learned from' }),
          randomLabels: Type.Number({ description: 'Labels that the shadow model learned from' }),
          guesses: Type.Number({
            description: 'Those of randomLabels that are predictions, because nobody was asked',
          }),
          wrongGuesses: Type.Number({
            description: 'The share of randomLabels that are expected to be wrong guesses',
          }),
          accuracy: {
            ...EstimateView,
            description: 'Accuracy less that of random asking with as many labels',
          },
          text: Type.String({ description: 'The difference to random asking, as a sentence' }),
        },
        'GainOverRandom',
      ),
    ),
    gain: strictObject(
      {
        labels: Type.Number(),
        per: Type.Number({ description: 'The number of further labels that gain and upper are about' }),
        gain: Type.Optional(Type.Number()),
        upper: Type.Number(),
        level: Type.Number(),
        rising: Type.Boolean(),
        stop: Type.Boolean(),
        text: Type.String({ description: 'What more labels would bring, as a sentence' }),
      },
      'Gain',
    ),
    text: textsSchema(['accuracy', 'f1', 'macroF1', 'now'], 'QualityText'),
    checks: Checks,
    reliability: strictObject({
      bins: Type.Array(
        strictObject(
          {
            from: Type.Number(),
            to: Type.Number(),
            share: Type.Number(),
            confidence: Type.Number(),
            accuracy: Type.Number(),
            answers: Type.Number(),
          },
          'ReliabilityBin',
        ),
      ),
      error: Type.Number(),
    }),
  },
  'Quality',
)

export const QualityView = Type.Union([SingleLabelQualityView, MultiLabelQualityView])

export const ConfusionView = strictObject(
  {
    items: Type.Integer({ description: 'The number of items' }),
    unsampled: Type.Integer({
      description: 'Items with probability 0 of being asked, which count as missing',
    }),
    answers: Type.Number(),
    classes: Type.Array(Label, {
      description: 'In the order of rows and columns; at most 50, those with the most items',
    }),
    omitted: Type.Integer({ description: 'The number of classes that are not listed' }),
    predicted: Type.Array(Type.Integer(), { description: 'The number of items predicted as each class' }),
    cells: Type.Array(Type.Array(EstimateView), {
      description:
        'The number of items predicted as the class of the row that belong to the class of the column',
    }),
    shares: Type.Array(EstimateView, { description: 'The share of each class among all items' }),
    perClass: Type.Array(
      strictObject(
        {
          answers: Type.Number({
            description: 'Answers about items predicted as the class or belonging to it',
          }),
          precision: EstimateView,
          recall: EstimateView,
          f1: EstimateView,
        },
        'ClassEstimates',
      ),
      { description: 'The quality of each class' },
    ),
  },
  'Confusion',
)

export const FeaturesQuery = strictObject({
  count: Type.Optional(integerSchema(1, 50, 'Max features per class; default 10')),
})

export const FeaturesView = strictObject(
  {
    classes: Type.Array(
      strictObject(
        {
          label: Label,
          features: Type.Array(
            strictObject(
              {
                feature: Type.String(),
                text: Type.String({ description: 'The feature in words' }),
                weight: Type.Number(),
              },
              'TopFeature',
            ),
            {
              description: 'Strongest first; empty if the model has no feature weights',
            },
          ),
        },
        'ClassFeatures',
      ),
      { description: 'At most 20 classes, those predicted most often' },
    ),
    omitted: Type.Integer({ description: 'The number of classes that are not listed' }),
  },
  'Features',
)

export const QualityQuery = strictObject({
  level: Type.Optional(numberSchema(0.5, 0.9999, 'The confidence level of the intervals; default 0.95')),
})

export const TimelineQuery = strictObject({
  windows: Type.Optional(integerSchema(1, 1000, 'Max number of windows; default 50')),
  from: Type.Optional(Round),
  to: Type.Optional(Round),
})

const Measured = strictObject(
  {
    value: nullable(Type.Number()),
    low: Type.Number({ description: 'Of the interval that is valid at any time' }),
    high: Type.Number(),
    fixedTime: Type.Optional(Interval),
  },
  'Measured',
)
const DriftView = strictObject(
  { t: Type.Number(), time: Type.Number(), kind: Type.String(), strength: Type.Number() },
  'Drift',
)

export const WindowView = strictObject(
  {
    from: Type.Number({ description: 'The round before the first round of the window' }),
    to: Type.Number({ description: 'The last round of the window' }),
    time: Type.Number(),
    items: Type.Number(),
    asked: Type.Number(),
    answers: Type.Number(),
    queryRate: Type.Number(),
    accuracy: Measured,
    f1: Measured,
    recent: Measured,
    gainOverRandom: Type.Optional(Measured),
    drift: Type.Array(DriftView),
    classes: recordSchema(Type.Number(), 100_000, 'Number of predictions by class'),
    answerDelay: Type.Optional(
      Type.Number({ description: 'Mean time from question to answer in milliseconds' }),
    ),
    delays: Type.Array(Type.Integer(), {
      minItems: 7,
      maxItems: 7,
      description: 'Histogram of answer times: below 10 s, 1 min, 10 min, 1 h, 6 h, 1 day, and above',
    }),
    reasons: recordSchema(Type.Integer(), 100, 'Number of questions by reason'),
  },
  'TimelineWindow',
)
export type WindowView = Static<typeof WindowView>
export const TimelineView = strictObject({ windows: Type.Array(WindowView) }, 'Timeline')

export const AgreementView = strictObject(
  {
    labellers: Type.Array(
      strictObject(
        {
          name: Type.String(),
          answers: Type.Integer(),
          unsure: Type.Integer(),
          skipped: Type.Integer(),
          agreement: Type.Optional(Type.Number()),
          reliability: Type.Optional(Type.Number()),
        },
        'Labeller',
      ),
    ),
    pairs: Type.Integer(),
    agreement: Type.Optional(Type.Number()),
    kappa: Type.Optional(Type.Number()),
  },
  'Agreement',
)
