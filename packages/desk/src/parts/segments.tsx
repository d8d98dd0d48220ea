interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly options: readonly (readonly [Value, string])[]
  readonly value: Value
  onChange(value: Value): void
}

/** A choice of a few. */
export const Segments = <Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would not sit in a line
  <div class="segments" role="group" aria-label={label}>
    {options.map(([option, text]) => (
      <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
        {text}
      </button>
    ))}
  </div>
)
