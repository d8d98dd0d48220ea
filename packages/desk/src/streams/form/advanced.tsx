import { parseNumber } from '../../parts/parse-number.js'
import { say } from '../../words/say.js'
import { Check, Choice, InputField, NumberField } from './field.js'
import { type Algorithm, editableParameters, type Parameter, rangeText } from './form.js'
import type { PartProps } from './parts.js'
import { PositiveField } from './positive-field.js'

interface AdvancedProps extends PartProps {
  readonly open: boolean
  onToggle(open: boolean): void
}

/** Fields that most users leave at their defaults. */
export const Advanced = ({ open, onToggle, ...part }: AdvancedProps) => (
  <details class="advanced" open={open} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
    <summary>
      {say('streams.field.advanced')} <span>{say('streams.field.advancedHint')}</span>
    </summary>
    <div class="inner">
      <ParameterFields {...part} />
      <StreamFields {...part} />
    </div>
  </details>
)

/**
 * The label of a parameter.
 *
 * @example
 * parameterLabel({ name: 'stepSize', symbol: 'η' }) // => 'Step size (η)'
 */
export const parameterLabel = ({ name, symbol }: Pick<Parameter, 'name' | 'symbol'>): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return say('streams.field.parameter', { name: `${words[0]?.toUpperCase()}${words.slice(1)}`, symbol })
}

/** The budget adjusts the dial while the stream runs. */
export const parameterHint = ({ dial }: Pick<Algorithm, 'dial'>, parameter: Parameter): string => {
  const { name, summary } = parameter
  const text = say('streams.field.parameterHint', {
    summary: `${summary[0]?.toUpperCase()}${summary.slice(1)}`,
    range: rangeText(parameter),
  })
  return name === dial ? `${text} ${say('streams.field.dialHint')}` : text
}

const ParameterFields = ({ form, errors, algorithm, set }: PartProps) => {
  const parameters = editableParameters(algorithm)
  if (!algorithm) return null
  return (
    <fieldset class="group">
      <legend>{say('streams.field.parameters', { name: algorithm.name })}</legend>
      {parameters.length === 0 && (
        <p class="hint">{say('streams.field.noParameters', { name: algorithm.name })}</p>
      )}
      {parameters.map((parameter) => (
        <InputField
          key={parameter.name}
          name={`parameter-${parameter.name}`}
          label={parameterLabel(parameter)}
          hint={parameterHint(algorithm, parameter)}
          errors={errors}
          numeric
          value={form.parameters[parameter.name] ?? ''}
          placeholder={say('streams.field.default', { value: String(parameter.default) })}
          values={parameter.grid}
          onInput={(value) => set({ parameters: { ...form.parameters, [parameter.name]: value } })}
        />
      ))}
    </fieldset>
  )
}

const StreamFields = ({ form, errors, set }: PartProps) => (
  <fieldset class="group">
    <legend class="unseen">{say('streams.field.advanced')}</legend>
    {form.budget.unit !== 'perHour' && (
      <InputField
        name="horizon"
        label={say('streams.field.horizon')}
        hint={say('streams.field.horizonHint')}
        errors={errors}
        numeric
        value={form.budget.horizon}
        onInput={(horizon) => set({ budget: { ...form.budget, horizon } })}
      />
    )}
    {(['seed', 'expireHours', 'leaseSeconds'] as const).map((name) => (
      <NumberField key={name} name={name} form={form} errors={errors} set={set} />
    ))}
    {parseNumber(form.answersPerItem) > 1 && (
      <div class="field">
        <label for="new-consensus">{say('streams.field.consensus')}</label>
        <Choice
          id="new-consensus"
          value={form.consensus}
          options={(['majority', 'reliability'] as const).map(
            (one) => [one, say(`streams.consensus.${one}`)] as const,
          )}
          onChange={(consensus) => set({ consensus })}
        />
      </div>
    )}
    <Check
      label={say('streams.field.drift')}
      hint={say('streams.field.driftHint')}
      checked={form.drift}
      onChange={(drift) => set({ drift })}
    />
  </fieldset>
)

/** Positive class and objective. */
export const ObjectiveFields = ({
  form,
  errors,
  positive,
  set,
}: PartProps & { readonly positive: string }) => (
  <div class="pair">
    <PositiveField
      classes={form.classes}
      positive={positive}
      errors={errors}
      onChange={(chosen) => set({ positive: chosen })}
    />
    {form.classes.length === 2 ? (
      <div class="field">
        <label for="new-objective">{say('streams.field.objective')}</label>
        <Choice
          id="new-objective"
          value={form.objective}
          options={[
            ['f1', say('streams.objective.f1', { name: positive })],
            ['accuracy', say('streams.objective.accuracy')],
          ]}
          onChange={(objective) => set({ objective })}
        />
      </div>
    ) : (
      <p class="hint aside-hint">{say('streams.field.objectiveMany')}</p>
    )}
  </div>
)
