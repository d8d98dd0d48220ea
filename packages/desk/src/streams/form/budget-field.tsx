import { budgetMeaning, units } from '../../parts/budget-draft.js'
import { say } from '../../words/say.js'
import { Below, Check, Choice, controlProps, hintId } from './field.js'
import type { PartProps } from './parts.js'

/** The budget and its explanation. */
export const BudgetField = ({ form: { budget, measure }, errors, set }: PartProps) => (
  <fieldset class="field">
    <legend>{say('streams.field.budget')}</legend>
    <p class="sentence">
      <span>{say(budget.unit === 'ratio' ? 'streams.field.budgetAsk' : 'streams.field.budgetAtMost')}</span>
      <input
        {...controlProps('budget', errors)}
        class="input"
        aria-label={say('common.budget.amount')}
        inputMode="decimal"
        autocomplete="off"
        value={budget.amount}
        onInput={({ currentTarget }) => set({ budget: { ...budget, amount: currentTarget.value } })}
      />
      <Choice
        label={say('common.budget.unit')}
        value={budget.unit}
        options={units.map((unit) => [unit, say(`common.budget.units.${unit}`)] as const)}
        onChange={(unit) => set({ budget: { ...budget, unit } })}
      />
    </p>
    <Below name="budget" errors={errors} />
    <p class="means" role="status" id={errors.has('budget') ? undefined : hintId('budget')}>
      {budgetMeaning(budget)}
    </p>
    <Check
      label={say('streams.field.measure')}
      hint={say('streams.field.measureHint')}
      checked={measure}
      onChange={(checked) => set({ measure: checked })}
    />
  </fieldset>
)
