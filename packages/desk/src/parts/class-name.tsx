/** There are so many colours; classes beyond have none, but always their name. */
const COLOURS = 4

/**
 * The colour of a class, counted from 1; 0 for what is no class or beyond the colours.
 *
 * @example
 * classColour(['ham', 'spam'], 'spam') // => 2
 * classColour(['ham', 'spam'], 'unsure') // => 0
 */
export const classColour = (classes: readonly string[], label: string): number => {
  const place = classes.indexOf(label) + 1
  return place > COLOURS ? 0 : place
}

/** The name of a class with its colour and shape. */
export const ClassName = ({
  classes,
  label,
}: {
  readonly classes: readonly string[]
  readonly label: string
}) => (
  <span class="class-name" data-class={classColour(classes, label)}>
    {label}
  </span>
)
