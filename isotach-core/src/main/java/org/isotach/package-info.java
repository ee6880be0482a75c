/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Isochrons, topologies and page maps, shared by the network and the models. This package starts no threads.
 * <p>
 * The library uses these terms everywhere:
 * <ul>
 * <li><b>pulse</b>: the unit of logical time; <b>token</b>: the message that separates two pulses.</li>
 * <li><b>isochron</b>: a group of operations that executes in one pulse at all hosts, {@link org.isotach.Isochron};
 * <b>frame</b>: its operations in the form in which they are sent.</li>
 * <li><b>host</b>: a place with applications and memory, numbered from 0 (its <b>pid</b>); <b>switch</b>: the node that
 * connects hosts, {@link org.isotach.Topology}; <b>logical distance</b>: the number of pulses that a frame needs.</li>
 * <li><b>SIU</b>, switch interface unit: keeps the logical time of a host; <b>TM</b>, token manager: keeps the logical
 * time of a switch; <b>LANai</b>: moves frames.</li>
 * <li><b>page</b>: a block of variables; <b>copyset</b>: the hosts that hold a copy of a page, {@link
 * org.isotach.PageMap}.</li>
 * </ul>
 * Sources: "V1" is J. Regehr, <i>An Isotach Implementation for Myrinet</i>, CS-97-12, University of Virginia, 1997;
 * "Ironman" is M. Lack, C. Myers, P. Reynolds, C. Williams, <i>Ironman Design</i>, CS-2000-17, University of
 * Virginia, 2000.
 * <p>
 * Types that say "for the models" or "for the issuer" connect the modules of this library; applications do not need
 * them.
 */
package org.isotach;
