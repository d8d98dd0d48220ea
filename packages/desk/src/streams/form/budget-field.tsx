import { budgetMeaning, units } from '../../parts/budget-sentence.js'
import { say } from '../../words/say.js'
import { Below, belowOf, Check, Choice, controlProps } from './field.js'
import type { PartProps } from './parts.js'

/** The budget as a sentence, and what it means. */
export const BudgetField = ({ form: { budget, audit }, faults, set }: PartProps) => (
  <fieldset class="field">
    <legend>{say('streams.field.budget')}</legend>
    <p class="sentence">
      <span>{say(budget.unit === 'ratio' ? 'streams.field.budgetAsk' : 'streams.field.budgetMost')}</span>
      <input
        {...controlProps('budget', faults)}
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
    <Below name="budget" faults={faults} />
    <p class="means" role="status" id={faults.has('budget') ? undefined : belowOf('budget')}>
      {budgetMeaning(budget, audit)}
    </p>
    <Check
      label={say('streams.field.audit')}
      hint={say('streams.field.auditHint')}
      checked={audit}
      onChange={(checked) => set({ audit: checked })}
    />
  </fieldset>
)
