// How loud the sounds are, of a hundred: differs from device to device, so the browser keeps it.

const USUAL = 60;

export function chosenVolume() {
  try {
    return Number(localStorage.getItem("volume") ?? USUAL);
  } catch {
    return USUAL; // nothing may be stored here
  }
}

export const asLoudness = (volume) => volume / USUAL;

export function keepVolume(volume) {
  try {
    localStorage.setItem("volume", volume);
  } catch {
    // Nothing may be stored here: it stays as loud as it is.
  }
}
