/** True if one of the ranges of `engines` ("^24.15.0 || >=26.0.0") has the version in it. */
export function isPermitted(version, engines) {
  const seen = numbers(version);
  return engines.split('||').some((range) => {
    const from = numbers(range);
    const isSameLine = range.trim()[0] !== '^' || seen[0] === from[0];
    return isSameLine && !isBefore(seen, from);
  });
}

function numbers(text) {
  return text.match(/\d+/g).map(Number);
}

function isBefore(one, other) {
  const at = [0, 1, 2].find((index) => one[index] !== other[index]);
  return at !== undefined && one[at] < other[at];
}
