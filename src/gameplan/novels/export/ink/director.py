"""The run time in ink: what is the same for every story. `export.story` says what each step means.

Names of a story's variables never begin with `ink_` or `the_`, so these do.
"""

DIRECTOR = """\
// -- The run time. Set "seed" (0 or more) before the first line to have the same dice again.

VAR seed = -1
VAR ink_move = 0 // 0 stay, 1 go, 2 wait
VAR ink_target = 0
VAR ink_offers = 0 // the scene whose choices are open
VAR ink_pick = -1
VAR ink_score = 0
VAR ink_last = 0
VAR ink_urgent = false
VAR ink_first = 0
VAR ink_second = 0
VAR ink_total = 0
VAR ink_only = false
VAR ink_stays = false
VAR ink_changed = false
VAR ink_nearest = 0
VAR ink_leads = -1 // of several ways that are alike, the place where the first leads
CONST ink_nowhere = 1000000
VAR ink_reversible = false
VAR ink_travel = 0
VAR ink_idle = 0
VAR ink_miss = 0
VAR ink_weak = 0
VAR ink_every = 0
VAR ink_patience = 0
VAR ink_longest = 0

-> the_beginning

=== the_beginning
{ seed < 0:
    ~ seed = RANDOM(0, 1000000)
}
~ random = 1 + seed % 2147483646
~ the_draw()
~ the_draw()
~ the_draw()
-> enter_act_0 ->
-> the_menu

=== the_menu
{ ended > 0:
    -> END
}
{ ink_offers > 0:
    -> the_options
}
-> the_moves

=== the_moves
~ ink_offers = 0
~ ink_only = climax == 1 || the_progress_is_full() || the_doom_is_full()
~ turn = turn + 1
~ act_turn = act_turn + 1
~ ink_stays = the_scenes_here()
~ the_looking_ahead()
~ turn = turn - 1
~ act_turn = act_turn - 1
-> the_ways

=== stay_here
~ ink_move = 0
-> the_beat

=== wait_here
~ ink_move = 2
-> the_beat

=== the_beat
~ ink_offers = 0
~ turn = turn + 1
~ act_turn = act_turn + 1
{ ink_move == 1:
    ~ place = ink_target
    -> the_arrival ->
}
{ turn > ink_longest_story || act_turn > ink_longest:
    ~ the_giving_up()
}
{ climax == 1:
    -> the_end_of_the_act
}
-> the_interrupts

=== the_rest_of_the_beat
{ the_progress_is_full():
    -> the_end_of_the_act
}
{ ink_move != 2 && the_scenes_here():
    ~ the_choosing()
    -> the_scene ->
    ~ the_pacing()
    -> the_asides ->
    -> the_menu
}
{ ink_move == 1:
    ~ moves = moves + 1
    { moves <= 3:
        ~ the_pacing()
        -> the_menu
    }
}
~ idle = idle + 1
{ doom_needed > 0:
    { ink_idle > 0:
        ~ the_tick(ink_idle)
    - else:
        { idle > 2:
            ~ the_tick(1)
        }
    }
- else:
    { idle > ink_patience:
        ~ the_giving_up()
    }
}
~ the_pacing()
-> the_quiet ->
-> the_menu

=== function the_looking_ahead()
~ the_news()
~ ink_changed = true
~ the_walking()
~ ink_nearest = ink_nowhere
~ ink_leads = -1
~ the_ways_ahead()

=== function the_walking()
{ ink_changed:
    ~ ink_changed = false
    ~ the_steps()
    ~ the_walking()
}

=== function the_step(from, ref far, to)
{ from != place && to + 1 < far:
    ~ far = to + 1
    ~ ink_changed = true
}

=== function the_way_ahead(to, far)
{ far < ink_nearest:
    ~ ink_nearest = far
    ~ ink_leads = to
}

=== function the_way_leads_on(to, far)
~ return far < ink_nowhere && far == ink_nearest && (far == 0 || to == ink_leads)

=== function the_giving_up()
~ climax = 1
{ needed > 0 && not the_progress_is_full() && not the_doom_is_full():
    ~ stalled = 1
}

=== function the_pacing()
~ paced = paced + 1
{ ink_every > 0:
    { paced % ink_every == 0:
        ~ the_tick(1)
    }
}

=== function the_progress_is_full()
~ return needed > 0 && progress >= needed

=== function the_doom_is_full()
~ return doom_needed > 0 && doom >= doom_needed

=== function the_tick(by)
{ by < 0 && not ink_reversible:
    ~ return
}
~ doom = the_number_within(doom + by, 0, doom_needed)
{ the_progress_is_full() && the_doom_is_full():
    ~ doom = doom - 1
}
{ doom > peak:
    ~ peak = doom
}

=== function the_number_within(number, lowest, highest)
{ number < lowest:
    ~ return lowest
}
{ number > highest:
    ~ return highest
}
~ return number

=== function the_outcome(gives, bad)
~ idle = 0
~ moves = 0
{ needed > 0:
    { tier == 1:
        ~ progress = progress + gives / 2
    - else:
        ~ progress = progress + gives
    }
}
{ tier:
- 1:
    ~ the_tick(bad + ink_miss)
- 2:
    ~ the_tick(bad + ink_weak)
- else:
    ~ the_tick(bad)
}

=== function the_candidate(number, urgent, score, last)
{ ink_pick < 0 || (urgent && not ink_urgent):
    ~ the_candidate_is(number, urgent, score, last)
- else:
    { urgent == ink_urgent && (score > ink_score || (score == ink_score && last < ink_last)):
        ~ the_candidate_is(number, urgent, score, last)
    }
}

=== function the_candidate_is(number, urgent, score, last)
~ ink_pick = number
~ ink_urgent = urgent
~ ink_score = score
~ ink_last = last

=== function the_roll(modifier)
~ the_draw()
~ ink_first = 1 + random % 6
~ the_draw()
~ ink_second = 1 + random % 6
~ ink_total = ink_first + ink_second + modifier
{
- ink_total >= 10:
    ~ tier = 3
- ink_total >= 7:
    ~ tier = 2
- else:
    ~ tier = 1
}

=== function the_draw()
~ random = 48271 * (random % 44488) - 3399 * (random / 44488)
{ random < 1:
    ~ random = random + 2147483647
}
"""
