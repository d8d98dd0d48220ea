export const Lab = () => <main id="main" class="page" />
