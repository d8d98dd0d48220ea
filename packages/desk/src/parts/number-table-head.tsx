/** The head of a table whose columns are numbers, except for the first. */
export const NumberTableHead = ({ heads }: { readonly heads: readonly string[] }) => (
  <thead>
    <tr>
      {heads.map((head, k) => (
        <th key={k} scope="col" class={k > 0 ? 'n' : undefined}>
          {head}
        </th>
      ))}
    </tr>
  </thead>
)
