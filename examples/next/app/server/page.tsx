import { connection } from 'next/server'

export default async function Page() {
  await connection()
  const response = await fetch(`${process.env.NEXT_PUBLIC_API_URL}/v2/deployments?limit=5`)
  const { resources }: { resources: { id: string; name: string }[] } = await response.json()
  return (
    <ul>
      {resources.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
