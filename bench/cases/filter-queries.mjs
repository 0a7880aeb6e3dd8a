const PAGE = 20
const FILTERS_PER_KIND = 4
const RARE_NAMES = 12

/**
 * The measured filters by kind, each with its query and a function that tells which deployments
 * match. Each fills a page of the smallest world, so that the responses of all worlds have about
 * the same length.
 *
 * @param simulator the smallest world, to take values from
 */
export function listFilterQueries(simulator) {
  const deployments = simulator.db.deployments.list()
  const single = listSingleFilters(deployments, simulator.tagValueIds)
  return Object.fromEntries(
    Object.entries({ ...single, ...pairUp(single) }).map(([kind, filters]) => [
      kind,
      pickFilling(filters, deployments),
    ]),
  )
}

/** Filters by words that occur in few names, but in enough for a page. */
export function listRareNames(simulator) {
  const deployments = simulator.db.deployments.list()
  const words = distinct(deployments.flatMap(({ name }) => name.split('-')))
  const countMatches = (word) => deployments.filter(({ name }) => name.includes(word)).length
  return words
    .filter((word) => countMatches(word) >= PAGE && countMatches(word) < 2 * PAGE)
    .map(filterByName)
    .slice(0, RARE_NAMES)
}

function listSingleFilters(deployments, tagValueIds) {
  const words = distinct(deployments.flatMap(({ name }) => name.split('-')))
  // The beginnings of words occur in enough names to be combined with another filter.
  const parts = distinct(words.flatMap((word) => [word, word.slice(0, 2)]))
  return {
    name: parts.map(filterByName),
    status: distinct(deployments.map(({ status }) => status)).map(filterByField('status')),
    type: distinct(deployments.map((each) => each.deployment_type)).map(filterByField('deployment_type')),
    'image version': distinct(deployments.flatMap((each) => each.image_version ?? [])).map(
      filterByField('image_version'),
    ),
    tag: tagValueIds.map((id) => filterBy('tag_value_ids', id, ({ tag_value_ids }) => tag_value_ids.includes(id))),
  }
}

const distinct = (values) => [...new Set(values)]

const filterBy = (parameter, value, isWanted) => ({ query: `${parameter}=${encodeURIComponent(value)}`, isWanted })

const filterByName = (text) => filterBy('name_contains', text, ({ name }) => name.includes(text))

const filterByField = (field) => (value) => filterBy(field, value, (deployment) => deployment[field] === value)

function pairUp(single) {
  const kinds = Object.keys(single)
  const pairs = kinds.flatMap((first, index) => kinds.slice(index + 1).map((second) => [first, second]))
  return Object.fromEntries(
    pairs.map(([first, second]) => [`${first} and ${second}`, combine(single[first], single[second])]),
  )
}

const combine = (firsts, seconds) =>
  firsts.flatMap((first) =>
    seconds.map((second) => ({
      query: `${first.query}&${second.query}`,
      isWanted: (deployment) => first.isWanted(deployment) && second.isWanted(deployment),
    })),
  )

function pickFilling(filters, deployments) {
  const filling = filters.filter(({ isWanted }) => deployments.filter(isWanted).length >= PAGE)
  if (filling.length === 0)
    throw new Error(`Failed to pick filters: none of ${filters.length} fills a page. At least one must.`)
  const step = Math.max(1, Math.floor(filling.length / FILTERS_PER_KIND))
  return filling.filter((_, index) => index % step === 0).slice(0, FILTERS_PER_KIND)
}
