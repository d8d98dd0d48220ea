interface SearchInputProps {
  readonly label: string
  readonly value: string
  onInput(value: string): void
}

/** A field to search a list. */
export const SearchInput = ({ label, value, onInput }: SearchInputProps) => (
  <input
    class="input"
    type="search"
    maxLength={200}
    placeholder={label}
    aria-label={label}
    value={value}
    onInput={({ currentTarget }) => onInput(currentTarget.value)}
  />
)
