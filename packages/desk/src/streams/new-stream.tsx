export const NewStream = () => <main id="main" class="page" />
