# Runs the steps of a check, times each of them, and prints a table at the end. Sourced by run and full.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

steps=() results=() seconds=()

# Runs a command as a step: step NAME COMMAND [ARG ...]
# A failed step ends the check, unless `continue_after_failure` is set. With `results_folder`, a step that has
# passed before is not repeated.
step() {
  local name=$1 begin=$SECONDS result=passed
  shift
  steps+=("$name")
  if [ -n "${results_folder:-}" ] && [ -e "$results_folder/$name" ]; then
    results+=('passed before')
    seconds+=("$(cat "$results_folder/$name")")
    return 0
  fi
  printf '\n== %s ==\n' "$name"
  # In a subshell of its own, because `set -e` does not apply to a command in a condition.
  set +e
  (set -e; "$@")
  local status=$?
  set -e
  [ "$status" = 0 ] || result=FAILED
  results+=("$result")
  seconds+=($((SECONDS - begin)))
  if [ "$result" = FAILED ]; then
    [ -n "${continue_after_failure:-}" ] || exit "$status"
  elif [ -n "${results_folder:-}" ]; then
    echo $((SECONDS - begin)) > "$results_folder/$name"
  fi
}

# Ends a check: prints the table, and fails if a step has failed.
finish() {
  local status=$? index
  rm -rf "$scratch"
  printf '\n%-32s %8s  %s\n' step seconds result
  for index in "${!steps[@]}"; do
    printf '%-32s %8s  %s\n' "${steps[$index]}" "${seconds[$index]:-}" "${results[$index]:-interrupted}"
  done
  printf '%-32s %8s\n' 'in all' "$SECONDS"
  [[ " ${results[*]:-} " != *' FAILED '* ]] || [ "$status" != 0 ] || status=1
  exit "$status"
}

scratch=$(mktemp -d)
trap finish EXIT

# Installs Debian packages, unless all of the programs are there: need 'PROGRAM ...' PACKAGE ...
need() {
  local programs=$1 program as_root
  shift
  for program in $programs; do
    command -v "$program" > /dev/null && continue
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update
    $as_root apt-get install --yes --no-install-recommends "$@"
    return
  done
}

# Listing the browser tests fails if no browser is installed.
need_browser() {
  npx playwright test -c test/browser --list > /dev/null 2>&1 || need chromium chromium
}

# Runs a command with another version of Node: with_node VERSION COMMAND [ARG ...]
with_node() {
  local version=$1 folder=$scratch/node-$1
  shift
  [ -d "$folder" ] || npm install --prefix "$folder" --no-save --no-package-lock "node@$version"
  PATH="$(dirname "$(find "$folder/node_modules" -path '*/bin/node' -type f | head -n 1)"):$PATH" "$@"
}

# Copies the project, and installs the versions of MSW, Vitest and Vite that need a newer Node.
newest='msw@3 vitest@5 vite@8'
copy_with_newest() {
  [ ! -d "$scratch/project" ] || return 0
  mkdir "$scratch/project"
  git ls-files -z | tar --null --files-from=- --create | tar --extract --directory "$scratch/project"
  cp -R node_modules build dist "$scratch/project"
  (cd "$scratch/project" && npm install --no-save --no-package-lock --legacy-peer-deps --ignore-scripts $newest)
}

# Runs a command in that copy: with_newest VERSION COMMAND [ARG ...]
with_newest() {
  copy_with_newest
  (cd "$scratch/project" && with_node "$@")
}
