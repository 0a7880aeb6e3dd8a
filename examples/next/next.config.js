export default {
  // Otherwise it takes the repository as the root, because of its lockfile, and finds packages that this app does not have.
  turbopack: { root: import.meta.dirname },
}
