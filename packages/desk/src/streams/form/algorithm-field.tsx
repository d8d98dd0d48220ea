import { citations } from '@askance/core/internals'
import { say } from '../../words/say.js'
import { Below, controlId, controlProps } from './field.js'
import { type Algorithm, AUTO, fittingAlgorithms, modelClasses } from './form.js'
import type { PartProps } from './parts.js'

/** Groups algorithms by paper, in catalogue order. */
const byPaper = (all: readonly Algorithm[]): readonly (readonly [string, readonly Algorithm[]])[] =>
  [...new Set(all.map(({ paper }) => paper))].map((key) => [key, all.filter(({ paper }) => paper === key)])

const paperTitle = (key: string): string => (Object.hasOwn(citations, key) ? citations[key]! : key)

interface AlgorithmFieldProps extends PartProps {
  readonly algorithms: readonly Algorithm[]
}

export const AlgorithmField = ({ form, errors, algorithm, algorithms, set }: AlgorithmFieldProps) => {
  const fitting = fittingAlgorithms(algorithms, modelClasses(form))
  return (
    <div class="field">
      <label for={controlId('algorithm')}>{say('streams.field.algorithm')}</label>
      <select
        {...controlProps('algorithm', errors)}
        class="input"
        value={form.algorithm}
        onChange={({ currentTarget }) => set({ algorithm: currentTarget.value, parameters: {} })}
      >
        <option value={AUTO}>{say('streams.algorithm.auto')}</option>
        {byPaper(fitting.filter(({ name }) => name !== AUTO)).map(([paper, group]) => (
          <optgroup key={paper} label={paperTitle(paper)}>
            {group.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Below name="algorithm" errors={errors} hint={algorithm && <Summary algorithm={algorithm} />} />
    </div>
  )
}

const Summary = ({ algorithm: { name, summary, paper, sameAs } }: { readonly algorithm: Algorithm }) => {
  if (name === AUTO) return say('streams.algorithm.autoHint')
  return (
    <>
      {`${summary[0]?.toUpperCase()}${summary.slice(1)}.`}
      {sameAs !== undefined && ` ${say('streams.field.algorithmSame', { name: sameAs })}`}
      <br />
      {paperTitle(paper)}
    </>
  )
}
