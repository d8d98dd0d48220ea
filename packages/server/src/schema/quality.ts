import { type Static, Type } from 'typebox'
import { integerSchema, Label, nullable, numberSchema, Round, recordSchema, strictObject } from './common.js'

const Interval = strictObject({ low: Type.Number(), high: Type.Number() }, 'Interval')

const EstimateView = strictObject(
  {
    value: Type.Optional(Type.Number({ description: 'Not there as long as no answer says anything' })),
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

export const QualityView = strictObject(
  {
    all: Estimates,
    recent: Estimates,
    gainOverRandom: Type.Optional(
      strictObject(
        {
          items: Type.Number(),
          disagreements: Type.Number(),
          unsampled: Type.Number(),
          answers: Type.Number(),
          informativeAnswers: Type.Number(),
          accuracy: EstimateView,
          f1: EstimateView,
        },
        'DifferenceEstimates',
      ),
    ),
    gain: strictObject(
      {
        labels: Type.Number(),
        gain: Type.Optional(Type.Number()),
        upper: Type.Number(),
        rising: Type.Boolean(),
        stop: Type.Boolean(),
      },
      'Gain',
    ),
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

export const ConfusionView = strictObject(
  {
    items: Type.Integer({ description: 'The items that it speaks of' }),
    unsampled: Type.Integer({ description: 'Items that could not be asked about' }),
    answers: Type.Integer(),
    classes: Type.Array(Label, {
      description: 'In the order of rows and columns; of more than 50 those with the most items',
    }),
    omitted: Type.Integer({ description: 'How many classes are left out' }),
    predicted: Type.Array(Type.Integer(), { description: 'How many items were predicted as each class' }),
    cells: Type.Array(Type.Array(EstimateView), {
      description: 'How many of the items predicted as one class (row) are of another (column)',
    }),
    shares: Type.Array(EstimateView, { description: 'Which share of all items is of each class' }),
  },
  'Confusion',
)

export const FeaturesQuery = strictObject({
  count: Type.Optional(integerSchema(1, 50, 'How many features of each class; 10 if not given')),
})

export const FeaturesView = strictObject(
  {
    classes: Type.Array(
      strictObject(
        {
          label: Label,
          features: Type.Array(
            strictObject({ feature: Type.String(), weight: Type.Number() }, 'TopFeature'),
            {
              description: 'The strongest first; empty where features have no weights of their own',
            },
          ),
        },
        'ClassFeatures',
      ),
      { description: 'Of more than 20 classes those that were predicted most often' },
    ),
    omitted: Type.Integer({ description: 'How many classes are left out' }),
  },
  'Features',
)

export const QualityQuery = strictObject({
  level: Type.Optional(numberSchema(0.5, 0.9999, 'The confidence of the intervals; 0.95 if not given')),
})

export const TimelineQuery = strictObject({
  windows: Type.Optional(integerSchema(1, 1000, 'How many windows at most; 50 if not given')),
  from: Type.Optional(Round),
  to: Type.Optional(Round),
})

const Measured = strictObject(
  { value: nullable(Type.Number()), low: Type.Number(), high: Type.Number() },
  'Measured',
)
const DriftView = strictObject(
  { t: Type.Number(), time: Type.Number(), kind: Type.String(), strength: Type.Number() },
  'Drift',
)

export const WindowView = strictObject(
  {
    from: Type.Number({ description: 'The round after which it begins' }),
    to: Type.Number({ description: 'Its last round' }),
    time: Type.Number(),
    items: Type.Number(),
    asked: Type.Number(),
    answers: Type.Number(),
    queryRate: Type.Number(),
    accuracy: Measured,
    f1: Measured,
    recent: Measured,
    gainOverRandom: Type.Optional(Measured),
    gainOverRandomF1: Type.Optional(Measured),
    drift: Type.Array(DriftView),
    classes: recordSchema(Type.Number(), 100_000, 'How often each class was predicted'),
    answerDelay: Type.Optional(
      Type.Number({ description: 'Milliseconds from question to answer, on average' }),
    ),
    delays: Type.Array(Type.Integer(), {
      minItems: 7,
      maxItems: 7,
      description: 'How many answers took less than 10 s, 1 min, 10 min, 1 h, 6 h, 1 day, and longer',
    }),
    reasons: recordSchema(Type.Integer(), 100, 'How often was asked for each reason'),
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
