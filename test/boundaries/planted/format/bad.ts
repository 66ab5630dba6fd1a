export const   badly={formatted:true}
