/** The key that does the same as a button. Those who listen hear it from the button itself. */
export const KeyCap = ({ name }: { readonly name: string }) => (
  <i class="cap" aria-hidden="true">
    <kbd>{name}</kbd>
  </i>
)
