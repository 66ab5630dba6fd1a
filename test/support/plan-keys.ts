/** Keys of people who plan and apply in tests: an identity opens what its recipient encrypts. */
export const ANN = {
  identity: "AGE-SECRET-KEY-1NF55UXTEGVPN4W5GKPH4FTXLQKEATVZDMEDAHFAVRVGR47VCGM3QZ7UEDD",
  recipient: "age1ajhrsun40mprlhkarmzg59lumv8srd5gvvmj7dfkrx4t4t4hl55sl0f0ce",
} as const;
export const BOB = {
  identity: "AGE-SECRET-KEY-1T9GAM9CGVX23QX0N32ZCDVF8YRQQRUJ07462V2T94FTZVUX6TAWQNMPXXU",
  recipient: "age12afa2shhzhv8l43me8vddnqz63k742sh3utft8t86rucuraxnscqwj24s2",
} as const;
