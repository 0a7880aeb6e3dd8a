/** Creates a pool with the names of existing sessions, which end and start one after another. */
export function createSessionPool(client, count, lifetime) {
  let newest = 0
  let timer
  const names = []
  const begin = async () => {
    newest += 1
    const name = `soak-${newest}`
    await client.control('POST', `/_s/${name}/_simulator/sessions`, {})
    names.push(name)
  }
  const replaceOldest = async () => {
    const oldest = names.shift()
    await client.control('DELETE', `/_simulator/sessions/${oldest}`)
    await begin()
  }
  return {
    pick: () => names[Math.floor(Math.random() * names.length)],
    begun: () => newest,
    async fill() {
      while (names.length < count) await begin()
      timer = setInterval(() => replaceOldest().catch(() => undefined), lifetime / count)
    },
    async empty() {
      clearInterval(timer)
      while (names.length > 0) await client.control('DELETE', `/_simulator/sessions/${names.shift()}`)
    },
  }
}
