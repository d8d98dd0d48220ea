import type { Schemas } from '@askance/server/client'
import { SearchInput } from '../parts/search-input.js'
import { Segments } from '../parts/segments.js'
import { say } from '../words/say.js'
import { type Filter, noFilter } from './filter.js'

interface FiltersProps {
  readonly filter: Filter
  readonly classes: readonly string[]
  readonly labellers: Schemas['Agreement']['labellers']
  onChange(filter: Filter): void
}

/** Search and filters. On phones the filters are folded away. */
export const Filters = ({ filter, classes, labellers, onChange }: FiltersProps) => {
  const change = (part: Partial<Filter>) => onChange({ ...filter, ...part })
  const count = Object.entries(filter).filter(([name, value]) => name !== 'search' && value !== '').length
  return (
    <search class="item-filters">
      <SearchInput
        label={say('items.search')}
        value={filter.search}
        onInput={(search) => change({ search })}
      />
      <Segments<Filter['status']>
        label={say('items.status')}
        options={[
          ['', say('items.statuses.all')],
          ['answered', say('items.statuses.answered')],
          ['open', say('items.statuses.open')],
          ['predicted', say('items.statuses.predicted')],
        ]}
        value={filter.status}
        onChange={(status) => change({ status })}
      />
      <details open={count > (filter.status === '' ? 0 : 1)}>
        <summary class="button quiet">
          {count === 0 ? say('items.filters') : say('items.filtersOn', { count })}
        </summary>
        <div class="more-filters">
          <Choice
            name="label"
            value={filter.label}
            options={classes}
            onChange={(label) => change({ label })}
          />
          <Choice
            name="predicted"
            value={filter.predicted}
            options={classes}
            onChange={(predicted) => change({ predicted })}
          />
          <Choice
            name="by"
            value={filter.by}
            options={labellers.map(({ name }) => name)}
            onChange={(by) => change({ by })}
          />
          <Percent name="min" value={filter.min} onChange={(min) => change({ min })} />
          <Percent name="max" value={filter.max} onChange={(max) => change({ max })} />
          {count > 0 && (
            <button
              type="button"
              class="button quiet"
              onClick={() => onChange({ ...noFilter, search: filter.search })}
            >
              {say('items.clearFilters')}
            </button>
          )}
        </div>
      </details>
    </search>
  )
}

interface ChoiceProps {
  readonly name: 'label' | 'predicted' | 'by'
  readonly value: string
  readonly options: readonly string[]
  onChange(value: string): void
}

const Choice = ({ name, value, options, onChange }: ChoiceProps) => (
  <label class="filter-field">
    <span>{say(`items.fields.${name}`)}</span>
    <select class="input" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      <option value="">{say('items.any')}</option>
      {(value === '' || options.includes(value) ? options : [value, ...options]).map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  </label>
)

interface PercentProps {
  readonly name: 'min' | 'max'
  readonly value: string
  onChange(value: string): void
}

const Percent = ({ name, value, onChange }: PercentProps) => (
  <label class="filter-field narrow">
    <span>{say(`items.fields.${name}`)}</span>
    <input
      class="input"
      inputMode="decimal"
      maxLength={6}
      placeholder={name === 'min' ? '0' : '100'}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </label>
)
